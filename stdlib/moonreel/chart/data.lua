-- SPDX-License-Identifier: MIT
-- data: reads what charts are made of: `{ 3, 5 }`, `{ { "May", 3 }, { "June", 5 } }`, or with several values each
-- `{ { "May", 3, 4 }, … }`; a table may also say `label`, `value` or `values`, and `color`.

local chart = require "moonreel.chart"
local list = require "moonreel.list"
local words = require "moonreel.words"

local data = {}

---The largest number that a chart takes.
data.most = 1e15
-- What is nearer to 0 counts as 0: it could not be written with the most decimals that there are.
local least = 1e-15

---@class moonreel.ChartRow
---@field label string
---@field values number[]
---@field color? moonreel.Color

local function number_of(value, owner, place)
  local number = type(value) == "string" and tonumber(value) or value
  if type(number) ~= "number" then
    local got = words.found(value)
    chart.refuse(("bad %s of %s: expected a number, got %s"):format(place, owner, got))
  end
  if number ~= number or math.abs(number) > data.most then
    chart.refuse(("bad %s of %s: it is %s; numbers go from -1e15 to 1e15"):format(place, owner, tostring(number)))
  end
  return math.abs(number) < least and 0.0 or number + 0.0
end

---A number that can be drawn, or the end of the chart's making with a message.
---@param value any
---@param owner string
---@param what string   the option's name
---@return number
function data.number(value, owner, what) return number_of(value, owner, "'" .. what .. "'") end

local function row_of(item, index, owner)
  local place = "item " .. index .. " of 'data'"
  if type(item) ~= "table" then return { label = tostring(index), values = { number_of(item, owner, place) } } end
  local first = item.label == nil and type(item[1]) == "string" and 2 or 1
  local given = item.values or { item.value }
  if #given == 0 then given = table.move(item, first, math.max(first, #item), 1, {}) end
  if #given == 0 then chart.refuse(("bad %s of %s: it has no value"):format(place, owner)) end
  local values = {}
  for position, value in ipairs(given) do
    values[position] = number_of(value, owner, #given > 1 and "value " .. position .. " of " .. place or place)
  end
  local label = item.label or (first == 2 and item[1]) or index
  return { label = tostring(label), values = values, color = item.color }
end

---The rows of a chart's data.
---@param given any
---@param owner string
---@param most? integer     how many there may be (default 500)
---@return moonreel.ChartRow[]
---@return integer series   how many values each has
function data.rows(given, owner, most)
  if type(given) == "number" then given = { given } end
  if type(given) ~= "table" or #given == 0 or list.stray(given) ~= nil then
    chart.refuse(("bad 'data' of %s: expected a list of numbers or of { label, value }, got %s"):format(
      owner, words.found(given)))
  end
  most = most or 500
  if #given > most then
    chart.refuse(("bad 'data' of %s: it has %d items; at most %d can be drawn"):format(owner, #given, most))
  end
  local rows = {}
  for index, item in ipairs(given) do rows[index] = row_of(item, index, owner) end
  for index, row in ipairs(rows) do
    if #row.values ~= #rows[1].values then
      chart.refuse(("bad item %d of 'data' of %s: it has %d values, the first item has %d"):format(
        index, owner, #row.values, #rows[1].values))
    end
  end
  return rows, #rows[1].values
end

---The labels of rows.
---@param rows moonreel.ChartRow[]
---@return string[]
function data.labels(rows)
  local labels = {}
  for index, row in ipairs(rows) do labels[index] = row.label end
  return labels
end

---The colours of `count` series, and what their legend says, where they have names.
---@param params table
---@param owner string
---@param count integer
---@return moonreel.Color[]
---@return { names: string[], colors: moonreel.Color[] }?
function data.series(params, owner, count)
  local colors = {}
  for index = 1, count do colors[index] = chart.color(params, index) end
  if not params.series then return colors end
  if #params.series ~= count then
    chart.refuse(("bad 'series' of %s: there are %d names for %d values in each item"):format(
      owner, #params.series, count))
  end
  return colors, { names = params.series, colors = colors }
end

---All values, one after the other.
---@param rows moonreel.ChartRow[]
---@return number[]
function data.values(rows)
  local all = {}
  for _, row in ipairs(rows) do table.move(row.values, 1, #row.values, #all + 1, all) end
  return all
end

return data
