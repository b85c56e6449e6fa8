-- SPDX-License-Identifier: MIT
-- counter: a large number that counts from one value to another, with words under it.

local mr = require "moonreel"
local chart = require "moonreel.chart"
local data = require "moonreel.chart.data"
local numbers = require "moonreel.chart.numbers"

---@class moonreel.CounterOptions: moonreel.ChartOptions
---@field value any             where it counts to (required)
---@field from? number          where it counts from (default 0)
---@field label? string         under the number
---@field line? boolean         a line under the number that grows with it (default true)
---@field decimals? integer     of the number (default: as many as it takes)
---@field prefix? string        before the number
---@field suffix? string        after the number
---@field separator? string     between thousands (default ",")
---@field short? boolean        "1.2M" instead of "1,200,000" (default false)

-- The size at which the widest of both ends has room, so that it does not change on the way.
local function size_of(params, plan, sheet)
  local size = sheet.box[4] * 0.42
  for _, value in ipairs { plan.from, plan.value } do
    local style = sheet:style(numbers.text(value, params, plan.decimals), {
      size = size, weight = "bold", fit = "shrink", width = sheet.box[3], height = sheet.box[4] * 0.55 })
    size = size * mr.measure_text(style).factor
  end
  return size
end

local function plan(params, sheet)
  local value, from = data.number(params.value, "counter", "value"), data.number(params.from, "counter", "from")
  local x, y, width, height = table.unpack(sheet.box)
  local result = {
    value = value, from = from, x = x + width / 2, y = y + height / 2, width = width,
    decimals = params.decimals or numbers.decimals { value, from },
  }
  result.size = size_of(params, result, sheet)
  return result
end

local function draw(plan, params, time, sheet)
  local share = chart.share(params, time, 1)
  local value = plan.from + (plan.value - plan.from) * share
  local style = sheet:style(numbers.text(value, params, plan.decimals), { size = plan.size, weight = "bold" })
  local lift = (params.label or params.line) and plan.size * 0.2 or 0
  local picture = sheet:words(style, plan.x, plan.y - lift, 0.5, 0.5)
  local y = plan.y + plan.size * 0.5
  local reach = math.min(plan.width, plan.size * 2) / 2 * math.max(0, math.min(1, share))
  if params.line and reach > 0.5 then
    picture = picture:over(mr.shape {
      line = { { plan.x - reach, y }, { plan.x + reach, y } },
      stroke = { width = plan.size * 0.05, color = chart.color(params, 1), cap = "round" } })
  end
  if not params.label then return picture end
  local label = sheet:style(params.label, { size = plan.size * 0.24, width = plan.width, align = "center",
    fit = "shrink", height = plan.size * 0.7 })
  return picture:over(sheet:words(label, plan.x, y + plan.size * 0.14, 0.5):opacity(0.85))
end

local counter_options = {
  value = { "any" },
  from = { "number", default = 0 },
  label = { "string" },
  line = { "boolean", default = true },
  grow = { "number", default = 2, min = 0 },
  ease = { "any", default = "out_expo" },
}
for name, rule in pairs(numbers.options) do counter_options[name] = rule end

return chart { name = "counter", options = counter_options, plan = plan, draw = draw }
