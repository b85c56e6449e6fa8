-- SPDX-License-Identifier: MIT
-- axes: the plot of a chart with values upwards: gridlines, their numbers, labels below, a legend above.

local mr = require "moonreel"
local numbers = require "moonreel.chart.numbers"
local paper = require "moonreel.chart.paper"

---@class moonreel.ChartAxes
---@field left number      of the plot, in pixels
---@field top number
---@field right number
---@field bottom number
---@field low number       the value at the bottom
---@field high number      the value at the top
---@field picture moonreel.Image  everything that does not move
local axes = {}
axes.__index = axes

---Where a value lies, in pixels from the top.
---@param value number
---@return number
function axes:y(value)
  return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)
end

-- The numbers of the axis, and how wide the widest is.
local function scale_of(sheet, params, low, high)
  local room = sheet.box[4] / sheet.text_size
  local places, step = numbers.ticks(low, high, math.max(2, math.min(6, math.floor(room / 3.5))))
  local decimals, widest, texts = numbers.decimals { step }, 0, {}
  for index, place in ipairs(places) do
    texts[index] = numbers.text(place, params, decimals)
    widest = math.max(widest, (sheet:measure(texts[index])))
  end
  return places, texts, widest
end

-- The lines of the grid, and the stronger one at zero, or at the bottom.
local function grid(self, sheet, places)
  local lines = {}
  for _, place in ipairs(places) do
    local y = math.floor(self:y(place)) + 0.5
    lines[#lines + 1] = paper.path("M", self.left, y, "H", self.right)
  end
  local width = math.max(1, sheet.unit * 0.15)
  local base = self:y(math.max(self.low, math.min(0, self.high)))
  local function stroke(path, wide)
    return mr.shape { path = path, stroke = { width = wide, color = sheet.params.color } }
  end
  return stroke(paper.path("M", self.left, base, "H", self.right), width * 2):opacity(0.7)
    :over(stroke(table.concat(lines, " "), width):opacity(0.16))
end

-- Labels in the middle of bands (or at their ends, where there are as many bands as gaps); where they have no
-- room, shorter, and of many every second, third …
local function labels(self, sheet, names, is_banded)
  local picture = mr.image.empty()
  local band = (self.right - self.left) / math.max(1, is_banded and #names or #names - 1)
  local widest = 0
  for _, name in ipairs(names) do widest = math.max(widest, (sheet:measure(name))) end
  local every = 1
  if #names > 8 then every = math.max(1, math.ceil((math.min(widest, sheet.text_size * 6) + sheet.text_size) / band)) end
  local room = math.max(sheet.text_size, band * every - sheet.text_size * 0.4)
  for index = 1, #names, every do
    local x = self.left + band * (is_banded and index - 0.5 or index - 1)
    local style = sheet:style(names[index])
    if sheet:measure(style) > room then style.width, style.ellipsis, style.align = room, "end", "center" end
    picture = sheet:words(style, x, self.bottom + sheet.text_size * 0.5, 0.5):over(picture)
  end
  return picture:opacity(0.85)
end

---Lays out the plot on `sheet`.
---@param sheet moonreel.ChartPaper
---@param params table
---@param range { low: number, high: number }
---@param names string[]    below the plot
---@param is_banded boolean whether each name belongs to a band, rather than to a place
---@param series? { names: string[], colors: moonreel.Color[] }  of the legend
---@return moonreel.ChartAxes
function axes.new(sheet, params, range, names, is_banded, series)
  local x, y, width, height = table.unpack(sheet.box)
  local picture = mr.image.empty()
  if series then
    local legend, high = sheet:legend(series.names, series.colors, x, y, width)
    picture, y, height = legend, y + high + sheet.text_size * 0.6, height - high - sheet.text_size * 0.6
  end
  local places, texts, widest = scale_of(sheet, params, range.low, range.high)
  local self = setmetatable({
    left = x + widest + sheet.text_size * 0.7, right = x + width, top = y + sheet.text_size * 0.8,
    bottom = y + height - sheet.text_size * 1.9, low = places[1], high = places[#places],
  }, axes)
  for index, place in ipairs(places) do
    local number = sheet:words(texts[index], self.left - sheet.text_size * 0.7, self:y(place), 1, 0.5)
    picture = number:opacity(0.7):over(picture)
  end
  self.picture = labels(self, sheet, names, is_banded):over(grid(self, sheet, places)):over(picture)
  return self
end

return axes
