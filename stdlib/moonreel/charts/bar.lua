-- SPDX-License-Identifier: MIT
-- bar: bars that grow out of a base line, side by side or on top of each other.

local mr = require "moonreel"
local axes = require "moonreel.chart.axes"
local chart = require "moonreel.chart"
local data = require "moonreel.chart.data"
local numbers = require "moonreel.chart.numbers"
local paper = require "moonreel.chart.paper"

---@class moonreel.BarOptions: moonreel.ChartOptions
---@field data any              numbers, `{ label, value }`, or `{ label, value, value … }` for several series (required)
---@field series? string[]      names of the series, in a legend
---@field stacked? boolean      on top of each other (default false: side by side)
---@field varied? boolean       bars of one series in turn in all colours (default false)
---@field values? boolean       numbers at the bars (default: for at most 12 bars)
---@field gap? number           between bars, as a share of a bar's place, 0 to 0.9 (default 0.3)
---@field radius? number        of the ends' corners, as a share of a bar's width, 0 to 0.5 (default 0.2)
---@field decimals? integer     of numbers (default: as many as it takes)
---@field prefix? string        before numbers
---@field suffix? string        after numbers
---@field separator? string     between thousands (default ",")
---@field short? boolean        "1.2M" instead of "1,200,000" (default false)

-- A bar from `base` to `tip`, both in pixels from the top, its corners round at the tip.
local function outline(bar, base, tip)
  local left, right = bar.left, bar.right
  local radius = math.min(bar.radius, math.abs(tip - base))
  if radius < 0.01 then return paper.path("M", left, base, "H", right, "V", tip, "H", left, "Z") end
  local turn = tip < base and radius or -radius
  return paper.path("M", left, base, "V", tip + turn, "Q", left, tip, left + radius, tip, "H", right - radius,
    "Q", right, tip, right, tip + turn, "V", base, "Z")
end

-- The least and the greatest that bars reach, with room for numbers under those below zero.
local function range_of(rows, stacked, shown)
  local low, high = 0, 0
  for _, row in ipairs(rows) do
    local below, above = 0, 0
    for _, value in ipairs(row.values) do
      if not stacked then below, above = 0, 0 end
      if value < 0 then below = below + value else above = above + value end
      low, high = math.min(low, below), math.max(high, above)
    end
  end
  return { low = shown and low < 0 and low - (high - low) * 0.08 or low, high = high }
end

-- Every bar: where it stands, from which value to which, its colour and when its turn is.
local function bars_of(rows, count, params, plot)
  local bars, band = {}, (plot.right - plot.left) / #rows
  local inner = band * (1 - params.gap)
  local width = params.stacked and inner or inner / count
  for index, row in ipairs(rows) do
    local below, above = 0, 0
    for position, value in ipairs(row.values) do
      local from = 0
      if params.stacked then from = value < 0 and below or above end
      if value < 0 then below = from + value else above = from + value end
      local left = plot.left + band * (index - 0.5) - inner / 2 + (params.stacked and 0 or (position - 1) * width)
      local right = left + width * ((count > 1 and not params.stacked) and 0.94 or 1)
      bars[#bars + 1] = {
        left = left, right = right, from = from, value = value, turn = index,
        radius = (right - left) * (params.stacked and position < count and 0 or params.radius),
        color = count == 1 and (row.color or chart.color(params, params.varied and index or 1))
          or chart.color(params, position),
      }
    end
  end
  return bars
end

local function plan(params, sheet)
  local rows, count = data.rows(params.data, "bar", 200)
  local _, legend = data.series(params, "bar", count)
  local shown = params.values
  if shown == nil then shown = #rows * count <= 12 and not params.stacked end
  local plot = axes.new(sheet, params, range_of(rows, params.stacked, shown), data.labels(rows), true, legend)
  return {
    plot = plot, bars = bars_of(rows, count, params, plot), shown = shown,
    decimals = params.decimals or numbers.decimals(data.values(rows)),
  }
end

-- The number at a bar's tip; it does not count beyond its value where the bar swings beyond it.
local function number(bar, tip, share, plan, params, sheet)
  local style = sheet:style(numbers.text(bar.value * math.min(1, share), params, plan.decimals), {
    weight = "bold", size = math.min(sheet.text_size, (bar.right - bar.left) * 0.42 + sheet.text_size * 0.25) })
  local down = bar.value < 0 and -0.1 or 1.1
  return sheet:words(style, (bar.left + bar.right) / 2, tip, 0.5, down)
end

local function draw(plan, params, time, sheet)
  local numbers_shown, paths, colors = mr.image.empty(), {}, {}
  for _, bar in ipairs(plan.bars) do
    local share = chart.share(params, time, bar.turn)
    if share > 0 then
      local base, tip = plan.plot:y(bar.from * share), plan.plot:y((bar.from + bar.value) * share)
      local color = bar.color
      if not paths[color] then
        paths[color], colors[#colors + 1] = {}, color
      end
      table.insert(paths[color], outline(bar, base, tip))
      if plan.shown then
        local words = number(bar, tip, share, plan, params, sheet)
        numbers_shown = words:opacity(math.min(1, share * 3)):over(numbers_shown)
      end
    end
  end
  local picture = plan.plot.picture
  for _, color in ipairs(colors) do
    picture = mr.shape { path = table.concat(paths[color], " "), fill = color }:over(picture)
  end
  return numbers_shown:over(picture)
end

local bar_options = {
  data = { "any" },
  series = { "strings" },
  stacked = { "boolean", default = false },
  varied = { "boolean", default = false },
  values = { "boolean" },
  gap = { "number", default = 0.3, min = 0, max = 0.9 },
  radius = { "number", default = 0.2, min = 0, max = 0.5 },
}
for name, rule in pairs(numbers.options) do bar_options[name] = rule end

return chart { name = "bar", options = bar_options, plan = plan, draw = draw }
