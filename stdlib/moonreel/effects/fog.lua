-- SPDX-License-Identifier: MIT
-- fog: banks of mist drift through the picture, thickest near the ground.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local noise = require "moonreel.noise"

---@class moonreel.FogOptions
---@field amount? number         0 to 1 (default 0.7)
---@field height? number         the share of the frame that it fills from below, 0.05 to 2 (default 0.9)
---@field size? number           of the banks, as a share of the shorter side (default 0.45)
---@field speed? number          how fast they drift, in sides a second (default 0.06)
---@field color? moonreel.Color  (default "#dfe6ea")

local mist = mr.kernel {
  name = "fog", inputs = { "image", "far", "near" }, extent = "image",
  params = { amount = 0, bottom = 1, high = 1, color = "white" },
  body = function(k)
    local low = (1 - (k.bottom - k.y) / k.high):clamp()
    local banks = (k.far.red * 0.6 + k.near.red * 0.75):smoothstep(0.25, 0.95)
    local share = (low * (0.35 + low * 0.5) + banks * low:sqrt() * 0.75):clamp(0, 0.97) * k.amount
    return k.image:mix(k.color * k.image.alpha, share)
  end,
}

return effect {
  name = "fog",
  options = {
    amount = { "number", default = 0.7, min = 0, max = 1 },
    height = { "number", default = 0.9, min = 0.05, max = 2 },
    size = { "number", default = 0.45, min = 0.05, max = 4 },
    speed = { "number", default = 0.06, min = -5, max = 5 },
    color = { "color", default = "#dfe6ea" },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local height, unit = context.size[2], math.min(context.size[1], context.size[2])
    local function banks(scale, pace, offset)
      local across = scale / (params.size * unit)
      local left = context.time * params.speed * pace / params.size * scale
      return noise.clouds(context.size, 4, {
        across = across, down = across * 2.2, left = left % 2000, top = context.time * 0.05 * scale % 2000,
        seed = (noise.seed(context) + offset) % 997,
      })
    end
    return mist(image, banks(1, -0.6, 0), banks(1.7, -1.4, 40), {
      amount = params.amount, bottom = height, high = params.height * height, color = params.color,
    })
  end,
}
