-- SPDX-License-Identifier: MIT
-- spin: the picture is whirled about its middle, blurred by its speed, and comes to rest as the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local streaks = require "moonreel.streaks"
local transition = require "moonreel.transition"

---@class moonreel.SpinOptions: moonreel.TransitionOptions
---@field turn? number  degrees clockwise between both pictures (default 180)
---@field blur? number  degrees that the shutter sees at full speed (default 40)

return transition {
  name = "spin",
  ease = "smooth",
  options = {
    turn = { "number", default = 180, min = -1440, max = 1440 },
    blur = { "number", default = 40, min = 0, max = 180 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local middle = { width / 2, height / 2 }
    local speed = math.sin(math.pi * progress) ^ 2
    -- mirrored surroundings, and a little closer while it turns
    local function turned(image, degrees)
      local about = mr.transform.rotate(degrees, middle):scale(1 + 0.25 * speed, nil, middle)
      return image:tile "mirror":transform(about)
    end
    local mixed = transition.mixed(turned(from, params.turn * progress), turned(to, params.turn * (progress - 1)),
      curve.part(progress, 0.4, 0.2))
    local angle = params.blur * speed
    return streaks.round(mixed, context.size, middle, math.rad(angle), function(image, around, taps)
      return image:spin_blur(angle, { center = around, taps = taps })
    end)
  end,
}
