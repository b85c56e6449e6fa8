-- SPDX-License-Identifier: MIT
-- drop_shadow: everything that is not transparent casts a shadow.

local effect = require "moonreel.effect"

---@class moonreel.DropShadowOptions
---@field distance? number       as a share of the frame's shorter side (default 0.04)
---@field angle? number          where it falls, degrees clockwise, 0 to the right (default 50)
---@field blur? number           how soft, as a share of the shorter side, 0 to 1, at most 4096 pixels (default 0.02)
---@field color? moonreel.Color  (default black)
---@field opacity? number        0 to 1 (default 0.6)

return effect {
  name = "drop_shadow",
  options = {
    distance = { "number", default = 0.04, min = 0, max = 2 },
    angle = { "number", default = 50 },
    blur = { "number", default = 0.02, min = 0, max = 1 },
    color = { "color", default = "black" },
    opacity = { "number", default = 0.6, min = 0, max = 1 },
  },
  neutral = { opacity = 0 },
  draw = function(image, params, context)
    if params.opacity == 0 then return image end
    local unit, angle = math.min(context.size[1], context.size[2]), math.rad(params.angle)
    local distance = params.distance * unit
    return image:drop_shadow {
      offset = { distance * math.cos(angle), distance * math.sin(angle) },
      blur = math.min(params.blur * unit, 4096), color = params.color, opacity = params.opacity,
    }
  end,
}
