-- SPDX-License-Identifier: MIT
-- swirl: the picture twisted about a point, most in the middle.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.SwirlOptions
---@field angle? number    of the twist in the middle, in degrees (default 160)
---@field radius? number   as a share of the frame's shorter side (default 0.5)
---@field center? moonreel.Point  (default the middle)

local twist = mr.kernel {
  name = "swirl",
  params = { x0 = 0, y0 = 0, angle = 0, radius = 1 },
  extent = "image",
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local near = (1 - pixels.length(dx, dy) / k.radius):clamp()
    local angle = k.angle * near * near
    local cos, sin = angle:cos(), angle:sin()
    return k.image:at(k.x0 + dx * cos + dy * sin, k.y0 - dx * sin + dy * cos)
  end,
}

return effect {
  name = "swirl",
  options = {
    angle = { "number", default = 160 },
    radius = { "number", default = 0.5, min = 0.01, max = 3 },
    center = { "point", default = { "50%", "50%" } },
  },
  neutral = { angle = 0 },
  draw = function(image, params, context)
    return twist(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], angle = math.rad(params.angle),
      radius = params.radius * math.min(context.size[1], context.size[2]),
    }):crop { 0, 0, context.size[1], context.size[2] }
  end,
}
