-- SPDX-License-Identifier: MIT
-- What a template draws on: a frame of some size, its safe area, and texts that fit.

local mr = require "moonreel"
local stage_of = require "moonreel.title_stage"

local Board = {}
Board.__index = Board

-- Letters that were fitted: a title stage, and how large they are.
local Text = {}
Text.__index = Text

-- Lets `style` shrink until it has room, and then forget about the room's height.
local function fitted(style, width, lines)
  local one = { text = "X", size = style.size, font = style.font, weight = style.weight }
  local height = mr.measure_text(one).height * lines * (style.line_spacing or 1)
  -- what is too long to be laid out on one line has no room either
  local is_short, metrics = pcall(mr.measure_text, style)
  if is_short and metrics.width <= width and metrics.height <= height + 1 then return style end
  style.width, style.height, style.fit, style.min_size = width, height, "shrink", 1
  local found = mr.measure_text(style)
  style.size = style.size * found.factor
  if style.letter_spacing then style.letter_spacing = style.letter_spacing * found.factor end
  style.height, style.fit, style.min_size = nil, nil, nil
  if found.lines == 1 then style.width = nil end
  return style
end

-- Where the longest of its lines begins and how wide all are, with what hangs over them.
local function measure(stage)
  local ink = mr.measure_text(stage.text).ink
  if not ink then return 0, 0 end
  local left, right = ink[1] + stage.left, ink[1] + ink[3] + stage.left
  for _, line in ipairs(stage:units "line") do
    left, right = math.min(left, line.x), math.max(right, line.x + line.width)
  end
  return left, right - left
end

---A text that fits: smaller where there is no room.
---@param content string
---@param style moonreel.TextOptions|{ size: number, lines?: integer }  `size` in units; `width` in pixels (default: of the safe area); `lines` how many of its size there is room for (default 1)
---@return moonreel.TemplateText
function Board:text(content, style)
  local given = { fill = self.theme.ink, font = self.theme.font, align = "left" }
  for name, value in pairs(style) do given[name] = value end
  local width, lines = given.width or self.right - self.left, given.lines or 1
  given.text, given.size, given.width, given.lines = content, given.size * self.unit, nil, nil
  local stage = stage_of(fitted(given, width, lines))
  local left, wide = measure(stage)
  if wide > width then
    given.size = given.size * width / wide
    stage = stage_of(given)
    left, wide = measure(stage)
  end
  return setmetatable({
    stage = stage, shift = -left, width = wide, height = stage.size[2],
    image = stage.letters:transform(mr.transform.translate(-left, 0)),
  }, Text)
end

---Its letters on their way from a state: `by` and `each` as for title presets.
---@param share number          0 to 1
---@param moment moonreel.TemplateMoment
---@param state moonreel.TextState
---@param by? "character"|"word"|"line"  (default "word")
---@return moonreel.Image
function Text:coming(share, moment, state, by)
  if share >= 1 then return self.image end
  if share <= 0 then return mr.image.empty() end
  self.half = self.half or self.stage:coming(
    { by = by or "word", order = "forward", each = 0.6, ease = "out_cubic" }, state)
  return self.half(share, moment.time, moment.context):transform(mr.transform.translate(self.shift, 0))
end

---A picture moved to a place.
---@param image moonreel.Image
---@param x number
---@param y number
---@return moonreel.Image
function Board:at(image, x, y) return image:transform(mr.transform.translate(x, y)) end

---A rectangle; nothing where it has no width or height.
---@param x number
---@param y number
---@param width number
---@param height number
---@param color moonreel.Color
---@param radius? number
---@return moonreel.Image
function Board:bar(x, y, width, height, color, radius)
  if width < 0.01 or height < 0.01 then return mr.image.empty() end
  return mr.shape { rect = { x, y, width, height }, fill = color, radius = math.min(radius or 0, width / 2, height / 2) }
end

---A length in pixels.
---@param units number  1080ths of the shorter side
---@return number
function Board:px(units) return units * self.unit end

---@param width number
---@param height number
---@param theme moonreel.Theme
---@return moonreel.TemplateBoard
return function(width, height, theme)
  return setmetatable({
    width = width, height = height, unit = math.min(width, height) / 1080, is_tall = height > width,
    theme = theme, left = width * 0.05, top = height * 0.05, right = width * 0.95, bottom = height * 0.95,
  }, Board)
end
