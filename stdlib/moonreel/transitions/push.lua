-- SPDX-License-Identifier: MIT
-- push: the new picture pushes the old one out of the frame.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.PushOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where both move to (default "left")

return transition {
  name = "push",
  ease = "smooth",
  options = { direction = { "choice", among = transition.directions, default = "left" } },
  draw = function(from, to, progress, params, context)
    local x, y = transition.way(params.direction, context.size)
    local rest = progress - 1
    return to:transform(mr.transform.translate(x * rest, y * rest))
      :over(from:clamp_to_edges():transform(mr.transform.translate(x * progress, y * progress)))
  end,
}
