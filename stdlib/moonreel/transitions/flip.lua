-- SPDX-License-Identifier: MIT
-- flip: the picture turns over like a card; the new one is on its back.

local mr = require "moonreel"
local transition = require "moonreel.transition"
local space = require "moonreel.space"

---@class moonreel.FlipOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where the near edge moves to (default "left")
---@field distance? number  how far it steps back while it turns, 0 to 2 (default 0.35)

return transition {
  name = "flip",
  ease = "smooth",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    distance = { "number", default = 0.35, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local away = params.distance * math.sin(math.pi * progress) ^ 2
    local is_back = progress >= 0.5
    local turn = (is_back and progress - 1 or progress) * math.pi
    -- edge on, it is too thin to be drawn
    turn = math.max(-0.4995 * math.pi, math.min(0.4995 * math.pi, turn))
    local face = space.turned(is_back and to or from, context.size, params.direction, turn, 0, away)
    -- even so its edge may be too thin to be seen
    if not face then return mr.color "#0000" end
    local shade = 1 - 0.55 * math.sin(math.abs(turn)) ^ 2
    return face:gain(shade)
  end,
}
