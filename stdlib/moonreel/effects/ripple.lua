-- SPDX-License-Identifier: MIT
-- ripple: rings that run outwards over the picture, as over water, with light on their flanks.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.RippleOptions
---@field amount? number   how far pixels move, as a share of the frame's shorter side (default 0.018)
---@field length? number   from ring to ring, likewise (default 0.13)
---@field speed? number    rings a second (default 1.2)
---@field fade? number     how far rings run until they are weak, likewise (default 0.8)
---@field light? number    on their flanks, 0 to 1 (default 0.35)
---@field center? moonreel.Point  (default the middle)

local rings = mr.kernel {
  name = "ripple",
  params = { x0 = 0, y0 = 0, amount = 0, wave = 1, phase = 0, fade = 1, light = 0 },
  extent = "image",
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local distance = pixels.length(dx, dy):max(1e-3)
    local near = (distance / k.wave):smoothstep(0, 1) / (1 + (distance / k.fade) ^ 2)
    local height = (distance / k.wave * (2 * math.pi) - k.phase):sin() * near
    local x, y = k.x + dx / distance * height * k.amount, k.y + dy / distance * height * k.amount
    -- Light comes from the upper left.
    local flank = height * (dx + dy) / distance * -0.5 * k.light
    return pixels.shade(k.image:at(x, y), 1 + flank)
  end,
}

return effect {
  name = "ripple",
  options = {
    amount = { "number", default = 0.018, min = 0, max = 0.5 },
    length = { "number", default = 0.13, min = 0.01, max = 2 },
    speed = { "number", default = 1.2 },
    fade = { "number", default = 0.8, min = 0.01, max = 10 },
    light = { "number", default = 0.35, min = 0, max = 1 },
    center = { "point", default = { "50%", "50%" } },
  },
  neutral = { amount = 0, light = 0 },
  draw = function(image, params, context)
    local unit = math.min(context.size[1], context.size[2])
    return rings(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], amount = params.amount * unit,
      wave = params.length * unit, phase = 2 * math.pi * (params.speed * context.time % 1),
      fade = params.fade * unit, light = params.light,
    }):crop { 0, 0, context.size[1], context.size[2] }
  end,
}
