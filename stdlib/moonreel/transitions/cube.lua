-- SPDX-License-Identifier: MIT
-- cube: both pictures are sides of a cube that is turned by a quarter.

local transition = require "moonreel.transition"
local space = require "moonreel.space"

---@class moonreel.CubeOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where the front moves to (default "left")
---@field distance? number  how far it steps back while it turns, 0 to 2 (default 0.3)

return transition {
  name = "cube",
  ease = "smooth",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    distance = { "number", default = 0.3, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local quarter = math.pi / 2
    local away = params.distance * math.sin(math.pi * progress) ^ 2
    local function side(image, turn)
      -- the axis lies half a side behind the picture
      local face = space.turned(image, context.size, params.direction, turn, 0.5, away)
      return face and face:gain(1 - 0.6 * math.sin(turn) ^ 2)
    end
    local old, new = side(from, quarter * progress), side(to, quarter * (progress - 1))
    if old and new then return progress < 0.5 and old:over(new) or new:over(old) end
    return old or new
  end,
}
