-- SPDX-License-Identifier: MIT
-- door: the old picture opens like two doors; through them the camera goes up to the new one.

local mr = require "moonreel"
local transition = require "moonreel.transition"
local space = require "moonreel.space"

---@class moonreel.DoorOptions: moonreel.TransitionOptions
---@field distance? number  how far behind the doors the new picture begins, 0 to 2 (default 0.6)
---@field angle? number     degrees by which the doors open, 30 to 88 (default 86)

return transition {
  name = "door",
  ease = "smooth",
  options = {
    distance = { "number", default = 0.6, min = 0, max = 2 },
    angle = { "number", default = 86, min = 30, max = 88 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local rest, turn = 1 - progress, math.rad(params.angle) * math.min(1, progress * 1.25)
    -- behind the doors, dark first
    local scale = 1 / (1 + params.distance * rest)
    local room = to:gain(1 - 0.6 * rest * rest)
      :transform(mr.transform.scale(scale, nil, { width / 2, height / 2 }))
    -- the camera passes between the doors
    local near = 1 + 0.8 * progress * progress
    local gone = math.max(0, (progress - 0.7) / 0.3)
    local function door(image, x, hinge, sign)
      local face = space.hinged(image, { x, 0, width / 2, height }, { width, height }, hinge, sign * turn)
      return face:gain(1 - 0.5 * math.sin(turn) ^ 2)
        :transform(mr.transform.scale(near, nil, { width / 2, height / 2 })):opacity(1 - gone * gone)
    end
    return door(from, 0, 0, 1):over(door(from, width / 2, width, -1):over(room))
  end,
}
