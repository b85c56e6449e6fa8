-- SPDX-License-Identifier: MIT
-- grays: the old picture loses its colours, becomes the new one in black and white, which then gets its own.

local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.GraysOptions: moonreel.TransitionOptions
---@field hold? number  the share of the time in which there are no colours at all, 0 to 0.9 (default 0.3)

return transition {
  name = "grays",
  options = { hold = { "number", default = 0.3, min = 0, max = 0.9 } },
  draw = function(from, to, progress, params)
    local fading = (1 - params.hold) / 2
    local left = 1 - curve.part(progress, 0, fading)
    local back = curve.part(progress, 1 - fading, fading)
    return transition.mixed(from, to, curve.smooth(progress)):saturation(math.max(left, back))
  end,
}
