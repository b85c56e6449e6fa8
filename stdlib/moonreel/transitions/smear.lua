-- SPDX-License-Identifier: MIT
-- smear: the picture is drawn out along a line until nothing but streaks is left, and comes together as the new one.

local curve = require "moonreel.curve"
local streaks = require "moonreel.streaks"
local transition = require "moonreel.transition"

---@class moonreel.SmearOptions: moonreel.TransitionOptions
---@field length? number  of the streaks halfway, as a share of the shorter side (default 0.6)
---@field angle? number   of the line, degrees clockwise, 0 to the right (default 0)

return transition {
  name = "smear",
  options = {
    length = { "number", default = 0.6, min = 0, max = 2 },
    angle = { "number", default = 0 },
  },
  draw = function(from, to, progress, params, context)
    local length = params.length * math.min(context.size[1], context.size[2]) * math.sin(math.pi * progress) ^ 2
    local mixed = transition.mixed(from, to, curve.part(progress, 0.3, 0.4))
    return streaks.line(mixed, context.size, length, params.angle)
  end,
}
