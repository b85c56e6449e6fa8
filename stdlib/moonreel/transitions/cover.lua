-- SPDX-License-Identifier: MIT
-- cover: the new picture is laid over the old one, which stays where it is, and casts a shadow on it.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.CoverOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where the new picture moves to (default "left")
---@field shadow? number  how dark its shadow is, 0 to 1 (default 0.5)

return transition {
  name = "cover",
  ease = "smooth",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.way(params.direction, context.size)
    local shorter = math.min(context.size[1], context.size[2])
    local rest = progress - 1
    -- the shadow is there while the sheet is in the air
    local shadow = params.shadow * math.min(1, 8 * progress, 8 * (1 - progress))
    return to:drop_shadow { offset = { 0, 0 }, blur = 0.04 * shorter, opacity = shadow }
      :transform(mr.transform.translate(x * rest, y * rest)):over(from)
  end,
}
