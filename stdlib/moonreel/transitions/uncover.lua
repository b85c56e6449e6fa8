-- SPDX-License-Identifier: MIT
-- uncover: the old picture is lifted off and drawn away, a little turned; the new one lies under it.

local mr = require "moonreel"
local soft = require "moonreel.soft"
local transition = require "moonreel.transition"

---@class moonreel.UncoverOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where the old picture goes (default "left")
---@field turn? number    degrees by which it has turned when it leaves (default 6)
---@field shadow? number  how dark its shadow is, 0 to 1 (default 0.5)

return transition {
  name = "uncover",
  ease = "smooth",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    turn = { "number", default = 6, min = -90, max = 90 },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local x, y = transition.way(params.direction, { width, height })
    -- far enough for the turned corners to be out as well
    local lean = math.abs(math.sin(math.rad(params.turn)))
    local far = 1 + lean * math.max(width / height, height / width)
    local shadow = params.shadow * math.min(1, 8 * progress)
    local sigma = 0.04 * math.min(width, height)
    local below = soft.drawn(mr.color("black"):matte(from), soft.factor(sigma), function(small, less)
      return small:blur(sigma * less)
    end):opacity(shadow)
    local lift = mr.transform.rotate(-params.turn * progress, { width / 2, height / 2 })
      :translate(x * progress * far, y * progress * far)
    return from:transform(lift, "bilinear"):over(below:transform(lift, "bilinear")):over(to)
  end,
}
