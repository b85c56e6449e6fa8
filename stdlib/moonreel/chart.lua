-- SPDX-License-Identifier: MIT
--
-- The maker of charts: sources whose pictures are drawn from data with shapes and text.
--
--   return chart {
--     name = "dots",
--     options = { data = { "any", required = true } },
--     plan = function(params, paper) return { points = … } end,
--     draw = function(plan, params, time, paper) return picture end,
--   }
--
-- `plan` runs once: it reads the data and lays out, and refuses what it cannot use with `chart.refuse`. `draw` is
-- a function of its arguments; `chart.share` says how far a part has grown.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local options = require "moonreel.options"
local paper = require "moonreel.chart.paper"
local read_only = require "moonreel.read_only"

---What all charts take.
---@class moonreel.ChartOptions
---@field size? integer[]          { width, height } in pixels (default { 1280, 720 })
---@field duration? number         seconds (default: no end)
---@field delay? number            seconds before anything grows (default 0)
---@field grow? number             seconds that each part takes to grow (default 1)
---@field stagger? number          seconds from one part's start to the next one's (default 0.08)
---@field ease? moonreel.Easing    of the growth (default "out_cubic")
---@field colors? moonreel.Color[] of the parts, in turn
---@field color? moonreel.Color    of text and lines (default "white")
---@field background? moonreel.Color  (default: none)
---@field font? string             (default "sans-serif")
---@field text_size? number        as a share of the shorter side (default 0.036); tiny, it makes room for more labels and takes up to three times as long
---@field title? string            above everything

local palette = { "#4cc9f0", "#ff5d8f", "#ffd166", "#06d6a0", "#b388ff", "#ff9f5a", "#a0e426", "#5c7cfa" }

local common = {
  size = { "size", default = { 1280, 720 } },
  duration = { "number", min = 0.001 },
  delay = { "number", default = 0, min = 0 },
  grow = { "number", default = 1, min = 0 },
  stagger = { "number", default = 0.08, min = 0 },
  ease = { "any", default = "out_cubic" },
  colors = { "colors", default = palette },
  color = { "color", default = "white" },
  background = { "color" },
  font = { "string", default = "sans-serif" },
  text_size = { "number", default = 0.036, min = 0.005, max = 0.2 },
  title = { "string" },
}

local chart = { palette = palette }

---Ends the making of a chart with a message for whoever makes it.
---@param message string
function chart.refuse(message) error({ refused = message }, 0) end

---How far part `index` (from 1) of a chart has grown at `time`: 0 to 1, beyond it where the easing goes beyond.
---@param params table
---@param time number
---@param index integer
---@return number
function chart.share(params, time, index)
  local passed = time - params.delay - (index - 1) * params.stagger
  if passed < 0 or (passed == 0 and params.grow > 0) then return 0 end
  if passed >= params.grow then return 1 end
  return params.curve(passed / params.grow)
end

---The colour of part `index`.
---@param params table
---@param index integer
---@return moonreel.Color
function chart.color(params, index) return params.colors[(index - 1) % #params.colors + 1] end

local function planned(definition, params, sheet)
  local is_good, plan = pcall(definition.plan, params, sheet)
  if is_good then return plan end
  if type(plan) == "table" and plan.refused then error(plan.refused, 3) end
  error(plan, 0)
end

local function make(definition)
  local rules = {}
  for name, rule in pairs(common) do rules[name] = rule end
  for name, rule in pairs(definition.options) do rules[name] = rule end
  local name = definition.name
  return read_only({ name = name, options = rules }, "the constructor of " .. name, function(_, opts)
    local params = options.check(name, opts, rules, 3)
    params.curve = curve.named(params.ease, name, 3)
    local sheet = paper.new(params)
    local plan = planned(definition, params, sheet)
    return mr.source.custom { size = params.size, duration = params.duration, draw = function(time)
      local picture = definition.draw(plan, params, time, sheet)
      if params.title then picture = sheet:heading():over(picture) end
      if params.background then picture = picture:over(params.background) end
      return picture
    end }
  end, name .. " { … }", "chart")
end

---Makes the constructor of a chart: `local dots = chart { … }`, then `dots { data = { 1, 2 } }`, which is a source.
return setmetatable(chart, { __call = function(_, definition) return make(definition) end })
