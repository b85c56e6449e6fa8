-- SPDX-License-Identifier: MIT
-- paper: what a chart is drawn on. It knows the chart's size, its text and where there is room.

local mr = require "moonreel"

---@class moonreel.ChartPaper
---@field width number
---@field height number
---@field unit number    a hundredth of the shorter side
---@field text_size number  pixels to the em
---@field box number[]   `{ x, y, width, height }`: where there is room under the title
local paper = {}
paper.__index = paper

---Numbers of path data: `paper.path("M", 1, 2, "L", 3, 4)`.
---@param ... string|number
---@return string
function paper.path(...)
  local parts = { ... }
  for index, part in ipairs(parts) do
    if type(part) == "number" then parts[index] = ("%.3f"):format(part) end
  end
  return table.concat(parts, " ")
end

---The paper of a chart with these options.
---@param params table
---@return moonreel.ChartPaper
function paper.new(params)
  local width, height = params.size[1], params.size[2]
  local unit = math.min(width, height) / 100
  local sheet = setmetatable({
    width = width, height = height, unit = unit, text_size = math.max(4, params.text_size * unit * 100),
    params = params,
  }, paper)
  local margin, top = 5 * unit, 5 * unit
  if params.title then
    local _, high = sheet:measure(sheet:heading_style())
    top = top + high + 3 * unit
  end
  sheet.box = { margin, top, width - 2 * margin, height - margin - top }
  return sheet
end

---The options of `mr.text` for words on the paper; `more` goes before them.
---@param text string
---@param more? table
---@return table
function paper:style(text, more)
  local style = {
    text = text, font = self.params.font, size = self.text_size, fill = self.params.color,
    features = { tnum = true },
  }
  for name, value in pairs(more or {}) do style[name] = value end
  return style
end

---How wide and how high words are.
---@param style table|string   what `paper:style` gave, or words
---@return number width
---@return number height
function paper:measure(style)
  if type(style) == "string" then style = self:style(style) end
  local measured = mr.measure_text(style)
  return measured.width, measured.height
end

---Words, the point (x, y) lying at the share `across` of their width and `down` of their height.
---@param style table|string
---@param x number
---@param y number
---@param across? number  (default 0: at their left)
---@param down? number    (default 0: at their top)
---@return moonreel.Image
function paper:words(style, x, y, across, down)
  if type(style) == "string" then style = self:style(style) end
  local measured = mr.measure_text(style)
  local box = measured.box
  return mr.text(style):transform(mr.transform.translate(
    x - box[1] - (across or 0) * measured.width, y - box[2] - (down or 0) * measured.height))
end

function paper:heading_style()
  local params = self.params
  return self:style(params.title, {
    size = self.text_size * 1.55, weight = "bold", width = self.width - 10 * self.unit, ellipsis = "end",
    max_lines = 2,
  })
end

---The title, where there is one.
---@return moonreel.Image
function paper:heading() return self:words(self:heading_style(), 5 * self.unit, 5 * self.unit) end

---Names with the colours that they stand for, in rows from (x, y), `width` wide at most, or below each other.
---@param names string[]
---@param colors moonreel.Color[]
---@param x number
---@param y number
---@param width number
---@return moonreel.Image picture
---@return number height
function paper:legend(names, colors, x, y, width)
  local size, gap = self.text_size, self.text_size * 1.1
  local row, left, picture = size * 1.7, x, mr.image.empty()
  local top = y
  for index, name in ipairs(names) do
    local style = self:style(name, { width = math.max(1, width - size * 1.1), ellipsis = "end" })
    local wide = math.min(self:measure(self:style(name)), style.width)
    if left > x and left + size * 1.1 + wide > x + width then left, top = x, top + row end
    local swatch = mr.shape {
      rect = { left, top + row / 2 - size * 0.36, size * 0.72, size * 0.72 }, radius = size * 0.2,
      fill = colors[index],
    }
    picture = swatch:over(self:words(style, left + size * 1.1, top + row / 2, 0, 0.5)):over(picture)
    left = left + size * 1.1 + wide + gap
  end
  return picture, top + row - y
end

return paper
