-- SPDX-License-Identifier: MIT
-- night_vision: a light amplifier: green, noisy, blooming lights, seen through a round tube.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.NightVisionOptions
---@field gain? number           of the light (default 1.5)
---@field noise? number          0 to 1 (default 0.5)
---@field tube? number           how dark it is outside the tube, 0 to 1 (default 0.9)
---@field color? moonreel.Color  of the phosphor (default "#4dff6a")

local amplify = mr.kernel {
  name = "night_vision",
  inputs = { "image", "soft" },
  params = { gain = 1, color = "#4dff6a", x0 = 0, y0 = 0, radius = 1, tube = 1, pitch = 3 },
  extent = "image",
  body = function(k)
    local light = k.image.luma * k.gain + k.soft.luma:smoothstep(0.45, 1) * 0.6
    light = light / (light * 0.35 + 0.8) * (0.94 + (k.y / k.pitch * (2 * math.pi)):sin() * 0.06)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local inside = 1 - (pixels.length(dx, dy) / k.radius):smoothstep(0.72, 1.02) * k.tube
    -- The brightest light is nearly white.
    local white = light:smoothstep(0.75, 1.15) * 0.65
    return mr.pixel(k.color.red:mix(1, white) * light * inside, k.color.green * light * inside,
      k.color.blue:mix(1, white) * light * inside, k.image.alpha)
  end,
}

return effect {
  name = "night_vision",
  options = {
    gain = { "number", default = 1.5, min = 0, max = 8 },
    noise = { "number", default = 0.5, min = 0, max = 1 },
    tube = { "number", default = 0.9, min = 0, max = 1 },
    color = { "color", default = "#4dff6a" },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local noisy = image:grain {
      amount = params.noise * 0.1, size = math.max(1, height / 300), luma_response = 0,
      seed = context.seed, frame = context.frame_index,
    }
    return amplify(noisy, image:clamp_to_edges():blur(height * 0.025), {
      gain = params.gain, color = params.color, x0 = width / 2, y0 = height / 2,
      radius = math.max(width, height) * 0.54, tube = params.tube, pitch = math.max(2, height / 120),
    })
  end,
}
