-- SPDX-License-Identifier: MIT
-- blur: the camera loses its focus on the old picture and finds it on the new one.

local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.BlurOptions: moonreel.TransitionOptions
---@field strength? number  standard deviation of the blur halfway, as a share of the shorter side (default 0.06)

return transition {
  name = "blur",
  options = { strength = { "number", default = 0.06, min = 0, max = 0.5 } },
  draw = function(from, to, progress, params, context)
    local sigma = params.strength * math.min(context.size[1], context.size[2])
    local share = curve.part(progress, 0.25, 0.5)
    local mixed = transition.mixed(from, to, share)
    return mixed:clamp_to_edges():blur(sigma * math.sin(math.pi * progress) ^ 2)
  end,
}
