-- SPDX-License-Identifier: MIT
-- vignette: darker, or another colour, towards the corners.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.VignetteOptions
---@field strength? number       0 to 1 (default 0.6)
---@field radius? number         where it begins to fall off; 1 touches the sides (default 0.75)
---@field softness? number       width of the fall, in radii (default 0.6)
---@field roundness? number      0 an ellipse as wide as the frame, 1 a circle (default 0)
---@field center? moonreel.Point (default the middle)
---@field color? moonreel.Color  (default black)

local fall = mr.kernel {
  name = "vignette",
  params = { x0 = 0, y0 = 0, across = 1, down = 1, near = 0.5, far = 1, strength = 1, color = "black" },
  body = function(k)
    local dx, dy = (k.x - k.x0) / k.across, (k.y - k.y0) / k.down
    local share = pixels.length(dx, dy):smoothstep(k.near, k.far) * k.strength
    return k.image:mix(k.color * k.image.alpha, share)
  end,
}

return effect {
  name = "vignette",
  options = {
    strength = { "number", default = 0.6, min = 0, max = 1 },
    radius = { "number", default = 0.75, min = 0, max = 2 },
    softness = { "number", default = 0.6, min = 0.01, max = 2 },
    roundness = { "number", default = 0, min = 0, max = 1 },
    center = { "point", default = { "50%", "50%" } },
    color = { "color", default = "black" },
  },
  neutral = { strength = 0 },
  draw = function(image, params, context)
    local across, down = context.size[1] / 2, context.size[2] / 2
    local round = math.min(across, down)
    return fall(image, {
      x0 = params.center[1], y0 = params.center[2],
      across = across + (round - across) * params.roundness,
      down = down + (round - down) * params.roundness,
      near = params.radius, far = params.radius + params.softness,
      strength = params.strength, color = params.color,
    })
  end,
}
