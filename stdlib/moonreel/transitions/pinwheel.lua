-- SPDX-License-Identifier: MIT
-- pinwheel: blades of the new picture grow around a point and turn until they meet.

local mr = require "moonreel"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.PinwheelOptions: moonreel.TransitionOptions
---@field blades? integer          how many (default 8)
---@field turn? number             degrees clockwise that they turn meanwhile (default 60)
---@field center? moonreel.Point   what they turn about (default the middle)

local wheel = mr.kernel {
  name = "pinwheel", inputs = { "from", "to" },
  params = { center_x = 0, center_y = 0, blades = 8, turn = 0, progress = 0 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local sector = (x:atan(-y) - k.turn) / (2 * math.pi) * k.blades
    local inside = ((sector:fract() * 2) - 1):abs()
    -- an edge about one pixel and a half wide, wherever it lies
    local soft = (1.5 * k.blades / math.pi) / pixels.length(x, y):max(1)
    local position = k.progress * (1 + soft)
    return k.to:mix(k.from, inside:smoothstep(position - soft, position))
  end,
}

return transition {
  name = "pinwheel",
  ease = "smooth",
  options = {
    blades = { "integer", default = 8, min = 1, max = 100 },
    turn = { "number", default = 60 },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.point(params.center, context.size)
    return wheel(from, to, {
      center_x = x, center_y = y, blades = params.blades, turn = math.rad(params.turn * progress),
      progress = progress,
    })
  end,
}
