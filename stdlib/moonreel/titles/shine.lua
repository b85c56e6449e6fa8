-- SPDX-License-Identifier: MIT
-- shine: a bar of light sweeps over the letters.

local mr = require "moonreel"
local title = require "moonreel.title"

---@class moonreel.titles.ShineOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of the light (default "#fff8e0")
---@field bar? number  how wide it is, in ems (default 1.2)
---@field angle? number  by which it leans, in degrees (default 20)
---@field every? number  seconds from sweep to sweep; 0: once (default 0)

local function clear(color)
  local parts = mr.color(color).rgba
  return { parts[1], parts[2], parts[3], 0 }
end

-- The letters, and the light where the bar is at a share of its way.
local function lit(stage, params, share)
  local lean = math.tan(math.rad(params.angle))
  local width, height, wide = stage.size[1], stage.size[2], params.bar * stage.em
  local from, to = -wide - lean * height, width + wide
  local x = from + (to - from) * share
  local none = clear(params.color)
  local bar = mr.image.linear_gradient {
    from = { x - wide, 0 }, to = { x + wide, 0 }, stops = { none, { 0.5, params.color }, none },
  }:transform(mr.transform.skew(-params.angle, 0, { 0, height }))
  return bar:matte(stage.letters):over(stage.letters)
end

return title {
  name = "shine",
  length = 1.2, leave_length = 0.5, ease = "in_out_sine",
  options = {
    color = { "color", default = "#fff8e0" }, bar = { "number", default = 1.2, min = 0.05, max = 20 },
    angle = { "number", default = 20, min = -60, max = 60 }, every = { "number", default = 0, min = 0 },
  },
  enter = function(stage, params)
    return function(share)
      return lit(stage, params, params.ease(share)):opacity(math.min(1, 3 * share))
    end
  end,
  leave = function(stage) return function(share) return stage.letters:opacity(1 - share) end end,
  settles = true,
  rest = function(stage, params)
    return function(passed)
      if params.every == 0 or passed % params.every > 1 then return nil end
      return lit(stage, params, passed % params.every)
    end
  end,
}
