-- SPDX-License-Identifier: MIT
-- slide: the new picture slides in front, while the old one moves on more slowly behind it and darkens.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.SlideOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where both move to (default "left")
---@field parallax? number  how far the old picture moves, as a share of the frame, 0 to 1 (default 0.3)
---@field dim? number       how dark it becomes, 0 to 1 (default 0.5)

return transition {
  name = "slide",
  ease = "smooth",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    parallax = { "number", default = 0.3, min = 0, max = 1 },
    dim = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.way(params.direction, context.size)
    local rest, slow = progress - 1, progress * params.parallax
    local behind = from:gain(1 - params.dim * progress):transform(mr.transform.translate(x * slow, y * slow))
    return to:transform(mr.transform.translate(x * rest, y * rest)):over(behind)
  end,
}
