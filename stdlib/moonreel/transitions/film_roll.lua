-- SPDX-License-Identifier: MIT
-- film_roll: the film runs through the gate, frame line after frame line, and stops at the new picture.

local mr = require "moonreel"
local streaks = require "moonreel.streaks"
local transition = require "moonreel.transition"

---@class moonreel.FilmRollOptions: moonreel.TransitionOptions
---@field frames? integer        how many pictures run by (default 4)
---@field line? number           height of the line between them, as a share of a frame (default 0.06)
---@field color? moonreel.Color  of the line (default "#0c0a09")
---@field is_level? boolean      whether it runs sideways (default false)
---@field blur? number           how blurred it is, in shutters (default 0.6)

-- The strip at a place: the old picture, then by turns both, and the new one at its end.
local strip = mr.kernel {
  name = "film_roll", inputs = { "from", "to" }, extent = "everywhere",
  params = { level = 0, whole = 1, line = 0, way = 0, last = 1, color = "black" },
  body = function(k)
    local along = k.y:mix(k.x, k.level) / k.whole + k.way
    local frame = (along / (1 + k.line)):floor()
    local inside = (along - frame * (1 + k.line)) * k.whole
    local x, y = k.x:mix(inside, k.level), inside:mix(k.y, k.level)
    -- Counted from the end, even ones are the new picture; before the first frame there is the old one again.
    local is_new = 1 - (k.last - frame):abs() % 2
    is_new = frame:at_least(1, is_new, 0)
    local picture = k.from:at(x, y):mix(k.to:at(x, y), is_new)
    local on_picture = (k.whole - inside + 0.5):clamp()
    return picture:mix(k.color * picture.alpha:max(k.from.alpha), 1 - on_picture)
  end,
}

return transition {
  name = "film_roll",
  ease = "smooth",
  options = {
    frames = { "integer", default = 4, min = 1, max = 40 },
    line = { "number", default = 0.06, min = 0, max = 0.5 },
    color = { "color", default = "#0c0a09" },
    is_level = { "boolean", default = false },
    blur = { "number", default = 0.6, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local whole = params.is_level and context.size[1] or context.size[2]
    local rolled = strip(from:clamp_to_edges(), to:clamp_to_edges(), {
      level = params.is_level and 1 or 0, whole = whole, line = params.line, last = params.frames,
      way = progress * params.frames * (1 + params.line), color = params.color,
    })
    -- As far as the film moves while the shutter is open, at a twentieth of the way a frame.
    local length = params.blur * whole * math.min(1, 0.08 * params.frames) * math.sin(math.pi * progress) ^ 2
    return streaks.line(rolled, context.size, length, params.is_level and 0 or 90)
  end,
}
