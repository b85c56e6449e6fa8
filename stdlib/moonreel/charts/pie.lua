-- SPDX-License-Identifier: MIT
-- pie: shares of a whole as slices of a disc, or of a ring.

local mr = require "moonreel"
local chart = require "moonreel.chart"
local data = require "moonreel.chart.data"
local numbers = require "moonreel.chart.numbers"
local slices = require "moonreel.chart.slices"

---@class moonreel.PieOptions: moonreel.ChartOptions
---@field data any              numbers of 0 or more, or `{ label, value }` (required)
---@field hole? number          a ring: the hole's radius as a share of the disc's, 0 to 0.95 (default 0)
---@field gap? number           between slices, as a share of the disc's radius, 0 to 0.2 (default 0.02)
---@field start? number         where the first slice begins, degrees clockwise from the top (default 0)
---@field values? string        what slices say: one of "percent", "value", "none" (default "percent")
---@field center? string        words in the hole
---@field legend? boolean       the labels beside or under the disc (default: where there are labels)
---@field decimals? integer     of numbers (default: none of percents, else as many as it takes)
---@field prefix? string        before numbers
---@field suffix? string        after numbers
---@field separator? string     between thousands (default ",")
---@field short? boolean        "1.2M" instead of "1,200,000" (default false)

-- The disc and where its legend lies: beside it where the picture is wide, else under it.
local function layout(params, sheet, names)
  local x, y, width, height = table.unpack(sheet.box)
  if not names then return { x = x + width / 2, y = y + height / 2, radius = math.min(width, height) / 2 } end
  if width > height * 1.2 then
    local radius = height / 2
    return { x = x + math.max(radius, width * 0.32), y = y + radius, radius = radius },
      { x = x + math.max(radius, width * 0.32) + radius + 6 * sheet.unit, width = 0, column = true }
  end
  local gap = 4 * sheet.unit
  local _, rows = sheet:legend(names, {}, x, y, width)
  rows = math.min(rows, height / 3)
  local radius = math.min(width, height - rows - gap) / 2
  local top = y + (height - 2 * radius - gap - rows) / 2
  return { x = x + width / 2, y = top + radius, radius = radius },
    { x = x, y = top + 2 * radius + gap, width = width }
end

-- The legend: in a column in the middle of the height, or in rows.
local function legend_of(sheet, names, colors, disc, at)
  if not at.column then return (sheet:legend(names, colors, at.x, at.y, at.width)) end
  local row = sheet.text_size * 1.9
  local room = math.floor(2 * disc.radius / row)
  local picture, shown = mr.image.empty(), math.min(#names, room)
  local width = sheet.width - at.x - 3 * sheet.unit
  for index = 1, shown do
    local entry = sheet:legend({ names[index] }, { colors[index] }, at.x,
      disc.y + (index - 1 - shown / 2) * row, width)
    picture = entry:over(picture)
  end
  return picture
end

local function parts_of(rows, params)
  local total = 0
  for index, row in ipairs(rows) do
    if row.values[1] < 0 then
      chart.refuse(("bad item %d of 'data' of pie: a share cannot be below 0, got %s"):format(
        index, numbers.text(row.values[1], { prefix = "", suffix = "", separator = "" })))
    end
    total = total + row.values[1]
  end
  if total == 0 then chart.refuse "bad 'data' of pie: all of it is 0, so there are no shares to show" end
  local parts, passed = {}, 0
  for index, row in ipairs(rows) do
    local value = row.values[1]
    parts[index] = {
      from = passed / total * 360, to = (passed + value) / total * 360, value = value, share = value / total,
      color = row.color or chart.color(params, index),
    }
    passed = passed + value
  end
  return parts
end

local function plan(params, sheet)
  local rows, count = data.rows(params.data, "pie", 100)
  if count > 1 then chart.refuse "bad 'data' of pie: an item has one value" end
  local parts, names, colors, has_names = parts_of(rows, params), data.labels(rows), {}, false
  for index, row in ipairs(rows) do
    colors[index], has_names = parts[index].color, has_names or row.label ~= tostring(index)
  end
  local has_legend = params.legend
  if has_legend == nil then has_legend = has_names end
  local disc, at = layout(params, sheet, has_legend and names or nil)
  return {
    parts = parts, disc = disc, inner = disc.radius * params.hole,
    legend = has_legend and legend_of(sheet, names, colors, disc, at) or mr.image.empty(),
    decimals = params.decimals or params.values == "value" and numbers.decimals(data.values(rows)) or 0,
  }
end

-- What a slice says, where it is wide enough for it.
local function words(part, plan, params, sheet)
  local text = params.values == "value" and numbers.text(part.value, params, plan.decimals)
    or ("%." .. plan.decimals .. "f%%"):format(part.share * 100)
  local thickness = plan.disc.radius - plan.inner
  local size = math.min(sheet.text_size * 1.1, thickness * 0.4)
  local style = sheet:style(text, { size = size, weight = "bold", fill = "white",
    shadow = { offset = { 0, 0 }, blur = size * 0.14, color = "#000b" } })
  local reach = plan.inner + thickness * (plan.inner > 0 and 0.5 or 0.64)
  if sheet:measure(style) > math.rad(part.share * 360) * reach and part.share < 0.5 then return end
  local x, y = slices.place(plan.disc, part.share > 0.999 and plan.inner == 0 and 0 or reach,
    params.start + (part.from + part.to) / 2)
  return sheet:words(style, x, y, 0.5, 0.5)
end

local function draw(plan, params, time, sheet)
  local picture, share = plan.legend, chart.share(params, time, 1)
  local gap = #plan.parts > 1 and params.gap * plan.disc.radius or 0
  local shown = math.max(0, math.min(1, share)) * 360
  for _, part in ipairs(plan.parts) do
    local to = math.min(part.to, shown)
    if to - part.from > 0.05 then
      picture = mr.shape {
        path = slices.path(plan.disc, plan.inner, params.start + part.from, params.start + to, gap), fill = part.color,
      }:over(picture)
    end
    if params.values ~= "none" and shown >= part.to - 0.001 and part.to > part.from then
      local text = words(part, plan, params, sheet)
      if text then picture = text:over(picture) end
    end
  end
  if params.center and plan.inner > 0 then
    local style = sheet:style(params.center, { size = plan.inner * 0.42, weight = "bold", fit = "shrink",
      width = plan.inner * 1.5, height = plan.inner * 1.2, align = "center", vertical_align = "middle" })
    picture = sheet:words(style, plan.disc.x, plan.disc.y, 0.5, 0.5):opacity(math.max(0, math.min(1, share)))
      :over(picture)
  end
  return picture
end

local pie_options = {
  data = { "any" },
  hole = { "number", default = 0, min = 0, max = 0.95 },
  gap = { "number", default = 0.02, min = 0, max = 0.2 },
  start = { "number", default = 0 },
  values = { "choice", among = { "percent", "value", "none" }, default = "percent" },
  center = { "string" },
  legend = { "boolean" },
  grow = { "number", default = 1.4, min = 0 },
  ease = { "any", default = "in_out_cubic" },
}
for name, rule in pairs(numbers.options) do pie_options[name] = rule end

return chart { name = "pie", options = pie_options, plan = plan, draw = draw }
