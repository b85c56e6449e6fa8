-- SPDX-License-Identifier: MIT
-- squeeze: the old picture is pressed flat against one side while the new one stretches out from the other.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.SqueezeOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  the side that the old picture is pressed against (default "left")

return transition {
  name = "squeeze",
  ease = "smooth",
  options = { direction = { "choice", among = transition.directions, default = "left" } },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local way, rest = params.direction, 1 - progress
    local old, new = { 0, 0 }, { width, height }
    if way == "right" or way == "down" then old, new = new, old end
    local is_flat = way == "left" or way == "right"
    local function pressed(share, about)
      local least = math.max(share, 1e-4)
      return mr.transform.scale(is_flat and least or 1, is_flat and 1 or least, about)
    end
    return from:transform(pressed(rest, old), "bilinear")
      :over(to:clamp_to_edges():transform(pressed(progress, new), "bilinear"))
  end,
}
