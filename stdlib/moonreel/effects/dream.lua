-- SPDX-License-Identifier: MIT
-- dream: soft light over everything, pale shadows, sharp only underneath.

local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.DreamOptions
---@field softness? number  as a share of the frame's shorter side (default 0.035)
---@field amount? number    0 to 1 (default 0.65)
---@field warmth? number    -1 to 1 (default 0.25)

return effect {
  name = "dream",
  options = {
    softness = { "number", default = 0.035, min = 0.001, max = 0.3 },
    amount = { "number", default = 0.65, min = 0, max = 1 },
    warmth = { "number", default = 0.25, min = -1, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local veil = image:clamp_to_edges():blur(params.softness * math.min(width, height))
      :crop { 0, 0, width, height }:saturation(1.25)
    veil = pixels.solid(veil)
    local misty = veil:blend(pixels.solid(image), "soft_light", { opacity = 0.6 })
      :lift_gamma_gain { lift = 0.05, gamma = 1.12, gain = 0.97 }
    local light = veil:gain(0.45):blend(misty, "screen"):matte(image)
    return image:dissolve(light:temperature(6500 + 2200 * params.warmth), params.amount)
  end,
}
