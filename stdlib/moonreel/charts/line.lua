-- SPDX-License-Identifier: MIT
-- line: lines through points, drawn from left to right, with an area under them if wanted.

local mr = require "moonreel"
local axes = require "moonreel.chart.axes"
local chart = require "moonreel.chart"
local data = require "moonreel.chart.data"
local numbers = require "moonreel.chart.numbers"
local polyline = require "moonreel.chart.polyline"
local paper = require "moonreel.chart.paper"

---@class moonreel.LineOptions: moonreel.ChartOptions
---@field data any              numbers, `{ label, value }`, or `{ label, value, value … }` for several series (required)
---@field series? string[]      names of the series, in a legend
---@field smooth? boolean       curves that stay within their points' heights (default true)
---@field area? boolean         a fading area under the line (default: for one series)
---@field dots? boolean         at the points (default: for at most 16)
---@field head? boolean         a dot with its value where the line has come to (default: for at most 3 series)
---@field zero? boolean         the axis begins at zero (default false)
---@field width? number         of the lines, as a share of the shorter side (default 0.008)
---@field decimals? integer     of numbers (default: as many as it takes)
---@field prefix? string        before numbers
---@field suffix? string        after numbers
---@field separator? string     between thousands (default ",")
---@field short? boolean        "1.2M" instead of "1,200,000" (default false)

local function range_of(values, zero)
  local low, high = math.huge, -math.huge
  for _, value in ipairs(values) do low, high = math.min(low, value), math.max(high, value) end
  if zero then low, high = math.min(low, 0), math.max(high, 0) end
  return { low = low, high = high }
end

-- What is still of a series: its line and the area under it.
local function picture_of(line, color, params, plot, wide)
  local picture = mr.image.empty()
  if #line.points > 1 then
    picture = mr.shape { path = line.path, stroke = { width = wide, color = color, join = "round", cap = "round" } }
  end
  if params.area and #line.points > 1 then
    local base = plot:y(math.max(plot.low, math.min(0, plot.high)))
    local area = mr.shape {
      path = line.path .. paper.path(" L", plot.right, base, "L", plot.left, base, "Z"), fill = color }
    local fade = mr.image.linear_gradient {
      from = { 0, plot.top }, to = { 0, plot.bottom }, stops = { "#ffffff80", "#ffffff08" } }
    picture = picture:over(area:matte(fade))
  end
  return picture
end

local function plan(params, sheet)
  local rows, count = data.rows(params.data, "line", 2000)
  if params.area == nil then params.area = count == 1 end
  if params.dots == nil then params.dots = #rows <= 16 end
  if params.head == nil then params.head = count <= 3 end
  local colors, legend = data.series(params, "line", count)
  local all = data.values(rows)
  local plot = axes.new(sheet, params, range_of(all, params.zero), data.labels(rows), false, legend)
  local lines, wide = {}, params.width * sheet.unit * 100
  for position = 1, count do
    local values = {}
    for index, row in ipairs(rows) do values[index] = row.values[position] end
    local line = polyline.new(values, plot, params.smooth)
    line.color, line.picture = colors[position], picture_of(line, colors[position], params, plot, wide)
    lines[position] = line
  end
  return { plot = plot, lines = lines, wide = wide, decimals = params.decimals or numbers.decimals(all) }
end

local function dot(x, y, radius, color, ring)
  return mr.shape {
    ellipse = { x - radius, y - radius, 2 * radius, 2 * radius }, fill = color,
    stroke = ring and { width = radius * 0.5, color = ring } or nil,
  }
end

-- The values where lines have come to, one under the other where they would lie on each other.
local function words_of(heads, plan, params, sheet)
  table.sort(heads, function(a, b) return a.y < b.y end)
  local picture, free = mr.image.empty(), -math.huge
  for _, head in ipairs(heads) do
    local words = sheet:style(numbers.text(head.value, params, plan.decimals), {
      weight = "bold", fill = #plan.lines > 1 and head.color or nil })
    local wide, high = sheet:measure(words)
    local top = math.max(head.y - plan.wide * 2.4 - high, free)
    free = top + high
    if top + high > head.y - plan.wide * 2 and top < head.y + plan.wide * 2 then
      top = head.y + plan.wide * 2
      free = top + high
    end
    picture = sheet:words(words, math.min(sheet.width - wide / 2 - sheet.unit, head.x), top, 0.5):over(picture)
  end
  return picture
end

-- A series as far as it has come, and where that is.
local function drawn(line, share, plan, params, sheet)
  local plot, picture = plan.plot, line.picture
  share = math.max(0, math.min(1, share))
  local x = #line.points > 1 and plot.left + share * (plot.right - plot.left) or line.points[1][1]
  if share < 1 then picture = picture:crop { 0, 0, math.max(0.01, x), sheet.height } end
  if params.dots or #line.points == 1 then
    for _, point in ipairs(line.points) do
      if point[1] <= x + 0.01 then picture = dot(point[1], point[2], plan.wide * 1.1, line.color):over(picture) end
    end
  end
  if not params.head then return picture end
  local value = line.value_at(share)
  local y = plot:y(value)
  return dot(x, y, plan.wide * 1.7, line.color, params.color):over(picture),
    { x = x, y = y, value = value, color = line.color }
end

local function draw(plan, params, time, sheet)
  local picture, heads = plan.plot.picture, {}
  for index, line in ipairs(plan.lines) do
    local share = chart.share(params, time, index)
    if share > 0 then
      local shown, head = drawn(line, share, plan, params, sheet)
      picture, heads[#heads + 1] = shown:over(picture), head
    end
  end
  return words_of(heads, plan, params, sheet):over(picture)
end

local line_options = {
  data = { "any" },
  series = { "strings" },
  smooth = { "boolean", default = true },
  area = { "boolean" },
  dots = { "boolean" },
  head = { "boolean" },
  zero = { "boolean", default = false },
  width = { "number", default = 0.008, min = 0.001, max = 0.1 },
  grow = { "number", default = 2, min = 0 },
  stagger = { "number", default = 0.3, min = 0 },
  ease = { "any", default = "in_out_cubic" },
}
for name, rule in pairs(numbers.options) do line_options[name] = rule end

return chart { name = "line", options = line_options, plan = plan, draw = draw }
