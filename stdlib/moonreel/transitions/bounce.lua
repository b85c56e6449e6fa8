-- SPDX-License-Identifier: MIT
-- bounce: the new picture falls in from above, bounces a few times and comes to rest.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.BounceOptions: moonreel.TransitionOptions
---@field bounces? integer                        how often it rises again, 0 to 10 (default 2)
---@field direction? "left"|"right"|"up"|"down"   where it falls to (default "down")
---@field shadow? number                          how dark its shadow is, 0 to 1 (default 0.5)

return transition {
  name = "bounce",
  options = {
    bounces = { "integer", default = 2, min = 0, max = 10 },
    direction = { "choice", among = transition.directions, default = "down" },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.way(params.direction, context.size)
    local away = math.abs(math.cos((params.bounces + 0.5) * math.pi * progress)) * (1 - progress) ^ 1.5
    local shorter = math.min(context.size[1], context.size[2])
    return to:drop_shadow { offset = { 0, 0 }, blur = 0.04 * shorter, opacity = params.shadow * math.min(1, 8 * away, 8 * progress) }
      :transform(mr.transform.translate(-x * away, -y * away)):over(from)
  end,
}
