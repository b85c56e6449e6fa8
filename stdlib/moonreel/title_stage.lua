-- SPDX-License-Identifier: MIT
-- What a title preset draws with: the letters of one title, whole, in parts, and moving. Everything lies in the
-- title's own pixels, the corner of its box at the origin; lengths that follow its size are in ems.

local mr = require "moonreel"
local curve = require "moonreel.curve"

---@class moonreel.TitleStage  as stdlib/meta/presets.lua says it
local Stage = {}
Stage.__index = Stage

-- What a single letter of the title does not take over from it.
local of_blocks = {
  "text", "markup", "spans", "width", "height", "align", "vertical_align", "wrap", "ellipsis", "max_lines",
  "line_spacing", "fit", "min_size", "direction",
}

local function merged(text, changes)
  local all = {}
  for name, value in pairs(text) do all[name] = value end
  for name, value in pairs(changes or {}) do all[name] = value end
  return all
end

local function plate_of(text, box)
  if not text.box then return nil end
  return mr.shape { rect = box, radius = text.box.radius or 0, fill = text.box.color or "#00000099" }
end

---A picture in the coordinates of `mr.text`, on the stage.
function Stage:placed(image) return image:transform(mr.transform.translate(self.left, self.top)) end

---The letters with other options in place of some.
function Stage:written(changes) return self:placed(mr.text(merged(self.text, changes))) end

---Any text in the title's style, its middle and its baseline where a unit has them.
function Stage:letter(text, unit, changes)
  local style = merged(self.text, changes)
  for _, name in ipairs(of_blocks) do style[name] = nil end
  style.text, style.size = text, self.em
  local metrics = mr.measure_text(style)
  return mr.text(style):transform(mr.transform.translate(
    unit.x + (unit.width - metrics.width) / 2, unit.baseline - metrics.baseline))
end

---The letters, words or lines in reading order.
function Stage:units(by)
  local units = mr.text_units(self.text, by)
  for index, unit in ipairs(units) do
    local x, y, width, height = table.unpack(unit.box)
    units[index] = {
      text = unit.text, line = unit.line, baseline = unit.baseline + self.top,
      x = x + self.left, y = y + self.top, width = width, height = height,
    }
  end
  return units
end

---The letters moved by animators whose clock runs from 0 to 1.
function Stage:animated(animators, changes)
  local source = mr.source.text(merged(merged(self.text, changes), { animators = animators }))
  return function(share, _, context) return self:placed(source:image(share, context)) end
end

-- Opacity is there before the rest has come, if there is a rest: what overshoots must not flicker.
local function animators_of(params, state, order)
  local whole = params.each or 1 -- a preset that names no units moves line by line, all at once
  local function animator(from, each, ease)
    return {
      by = params.by or "line", order = order, seed = params.seed, from = from, ease = ease,
      duration = each, spread = 1 - whole,
    }
  end
  local rest = merged(state)
  rest.opacity = nil
  if next(rest) == nil then return { animator(state, whole, params.ease) } end
  local animators = { animator(rest, whole, params.ease) }
  if state.opacity then
    animators[2] = animator({ opacity = state.opacity }, whole * 0.6, "linear")
  end
  return animators
end

---Units that come one after the other from a state: `params` has their `by`, `order`, `each` (the share of the whole
---that one takes), `ease` and `seed`.
function Stage:coming(params, state) return self:animated(animators_of(params, state, params.order)) end

local reversed = { forward = "reverse", reverse = "forward", center = "edges", edges = "center" }

---Units that go to a state, those first that came first.
function Stage:going(params, state)
  local order = reversed[params.order] or params.order
  local half = self:animated(animators_of(params, state, order))
  return function(share, time, context) return half(1 - share, time, context) end
end

---A picture on the stage made larger or smaller about the middle of the box.
function Stage:scaled(image, factor, factor_y)
  local middle = { self.size[1] / 2, self.size[2] / 2 }
  return image:transform(mr.transform.scale(factor, factor_y or factor, middle))
end

---Letters over the plate, as far as that is there.
function Stage:plated(image, share)
  if not self.plate then return image end
  return image:over(self.plate:opacity(curve.part(share, 0, 0.35)))
end

---Bars as far as a pen has come that draws one for each line, the lines one after the other. `place` gives a
---line's left, top, width and height; corners are round by `radius` pixels, where there is room.
function Stage:swept(lines, share, radius, color, place)
  local image = mr.image.empty()
  for index, line in ipairs(lines) do
    local there = curve.part(share * #lines, index - 1, 1)
    if there > 0 then
      local x, y, width, height = place(line)
      image = mr.shape {
        rect = { x, y, width * there, height }, radius = math.min(radius, width * there / 2), fill = color,
      }:over(image)
    end
  end
  return image
end

---@param text moonreel.TextOptions
return function(text)
  local whole = mr.text(text) -- mistakes are told in its name
  local metrics = mr.measure_text(text)
  local bare = merged(text)
  bare.box = nil
  local self = setmetatable({
    text = bare, left = -metrics.box[1], top = -metrics.box[2],
    size = { metrics.width, metrics.height }, em = (text.size or 48) * metrics.factor,
  }, Stage)
  self.title = self:placed(whole)
  self.letters = text.box and self:placed(mr.text(bare)) or self.title
  local plate = plate_of(text, metrics.box)
  self.plate = plate and self:placed(plate)
  return self
end
