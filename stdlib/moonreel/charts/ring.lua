-- SPDX-License-Identifier: MIT
-- ring: progress as a ring that closes, its number in the middle.

local mr = require "moonreel"
local chart = require "moonreel.chart"
local data = require "moonreel.chart.data"
local numbers = require "moonreel.chart.numbers"

---@class moonreel.RingOptions: moonreel.ChartOptions
---@field value any             how far it closes (required)
---@field full? number          the value at which it is closed, above 0 (default 100)
---@field label? string         under the number
---@field thickness? number     of the ring, as a share of its radius, 0.02 to 1 (default 0.2)
---@field start? number         where it begins, degrees clockwise from the top (default 0)
---@field rounded? boolean      round ends (default true)
---@field number? boolean       the value in the middle (default true)
---@field decimals? integer     of the number (default: as many as it takes)
---@field prefix? string        before the number
---@field suffix? string        after the number (default "%")
---@field separator? string     between thousands (default ",")
---@field short? boolean        "1.2M" instead of "1,200,000" (default false)

local function plan(params, sheet)
  local value = data.number(params.value, "ring", "value")
  if value < 0 then chart.refuse "bad 'value' of ring: a ring cannot close by less than 0" end
  local x, y, width, height = table.unpack(sheet.box)
  local radius = math.min(width, height) / 2
  return {
    value = value, x = x + width / 2, y = y + height / 2, radius = radius,
    decimals = params.decimals or numbers.decimals { value },
  }
end

-- A part of the ring's middle line as a line of the ring's width.
local function arc(plan, params, share, color)
  local wide = plan.radius * params.thickness
  local from = params.start - 90
  return mr.shape {
    arc = { center = { plan.x, plan.y }, radius = plan.radius - wide / 2, from = from, to = from + 360 * share },
    stroke = { width = wide, color = color, cap = params.rounded and share < 1 and "round" or "butt" },
  }
end

-- The number and the label, in the middle of the hole.
local function words(plan, params, share, sheet)
  local hole = plan.radius * (1 - params.thickness)
  local size = hole * 0.5
  local style = sheet:style(numbers.text(plan.value * share, params, plan.decimals), {
    size = size, weight = "bold", fit = "shrink", width = hole * 1.6, height = size * 1.4, align = "center",
    vertical_align = "middle" })
  local picture = sheet:words(style, plan.x, plan.y - (params.label and hole * 0.12 or 0), 0.5, 0.5)
  if not params.label then return picture end
  local label = sheet:style(params.label, {
    size = hole * 0.17, width = hole * 1.3, align = "center", fit = "shrink", height = hole * 0.42 })
  return picture:over(sheet:words(label, plan.x, plan.y + hole * 0.22, 0.5):opacity(0.8))
end

local function draw(plan, params, time, sheet)
  local grown = chart.share(params, time, 1)
  local share = math.max(0, math.min(1, plan.value / params.full * grown))
  local picture = arc(plan, params, 1, params.color):opacity(0.14)
  if share > 0 then picture = arc(plan, params, share, chart.color(params, 1)):over(picture) end
  if params.number and plan.radius * (1 - params.thickness) > 8 then picture = words(plan, params, grown, sheet):over(picture) end
  return picture
end

local ring_options = {
  value = { "any" },
  full = { "number", default = 100, min = 1e-9, max = 1e15 },
  label = { "string" },
  thickness = { "number", default = 0.2, min = 0.02, max = 1 },
  start = { "number", default = 0 },
  rounded = { "boolean", default = true },
  number = { "boolean", default = true },
  grow = { "number", default = 1.4, min = 0 },
}
for name, rule in pairs(numbers.options) do ring_options[name] = rule end
ring_options.suffix = { "string", default = "%" }

return chart { name = "ring", options = ring_options, plan = plan, draw = draw }
