-- SPDX-License-Identifier: MIT
-- tiny_planet: the picture is bent into a ball: its lower edge is the ground in the middle, its upper edge the sky around.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.TinyPlanetOptions
---@field size? number            of the planet, where its horizon lies, as a share of the shorter side (default 0.28)
---@field angle? number           by which it is turned, in degrees (default 0)
---@field spin? number            degrees a second by which it turns further (default 10)
---@field inside? boolean         the sky in the middle and the ground around (default false)
---@field center? moonreel.Point  (default the middle)

local planet = mr.kernel {
  name = "tiny_planet", params = { x0 = 0, y0 = 0, radius = 1, turn = 0, width = 1, height = 1, inside = 0 },
  extent = "image",
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local distance = pixels.length(dx, dy) / k.radius
    -- Half of the height lies within the planet; the sky reaches outwards for ever, lower and lower.
    local up = distance / (distance + 1)
    local share = up:mix(1 - up, k.inside)
    local turn = (dy:atan(dx) / (2 * math.pi) + k.turn):fract()
    -- The picture twice around, once mirrored, so that no seam is seen.
    local x = (1 - (turn * 2 - 1):abs()) * (k.width - 1) + 0.5
    return k.image:at(x, (1 - share) * (k.height - 1) + 0.5)
  end,
}

return effect {
  name = "tiny_planet",
  options = {
    size = { "number", default = 0.28, min = 0.02, max = 2 },
    angle = { "number", default = 0 },
    spin = { "number", default = 10 },
    inside = { "boolean", default = false },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local turn = (params.angle + params.spin * context.time) / 360 + 0.25
    return planet(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], radius = params.size * math.min(width, height), turn = turn % 1,
      width = width, height = height, inside = params.inside and 1 or 0,
    }):crop { 0, 0, width, height }
  end,
}
