-- SPDX-License-Identifier: MIT
-- light_leak: light that fell through a gap of the camera: warm clouds that drift in from the edges.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local random = require "moonreel.random"

---@class moonreel.LightLeakOptions
---@field strength? number         0 to 1 (default 0.8)
---@field warm? moonreel.Color     of the outer light (default "#ff3a10")
---@field bright? moonreel.Color   of its core (default "#ffc060")
---@field speed? number            how fast it drifts (default 0.35)

local leak = mr.kernel {
  name = "light_leak",
  params = { width = 1, height = 1, strength = 1, warm = "#ff3a10", bright = "#ffc060",
    x1 = 0, y1 = 0, x2 = 1, y2 = 1, size1 = 0.5, size2 = 0.5, drift = 0 },
  body = function(k)
    local u, v = k.x / k.width, k.y / k.height
    -- Two long clouds, one leaning to each side; their borders are ragged.
    local rag = (pixels.cloud(u * 2.5 + k.drift, v * 2 - k.drift) - 0.5) * 0.35
    local function cloud(x, y, size, lean)
      local dx, dy = u - x + (v - y) * lean, (v - y) * 0.55
      return (1 - pixels.length(dx, dy) / size + rag):clamp()
    end
    local light = cloud(k.x1, k.y1, k.size1, 0.35):max(cloud(k.x2, k.y2, k.size2, -0.5) * 0.8)
    local soft = curve.smooth(light)
    local lit = pixels.lit(k.image, k.warm, soft * k.strength)
    return pixels.lit(lit, k.bright, soft * soft * k.strength * 0.9)
  end,
}

return effect {
  name = "light_leak",
  options = {
    strength = { "number", default = 0.8, min = 0, max = 1 },
    warm = { "color", default = "#ff3a10" },
    bright = { "color", default = "#ffc060" },
    speed = { "number", default = 0.35, min = 0, max = 10 },
  },
  neutral = { strength = 0 },
  draw = function(image, params, context)
    local x, seed = context.time * params.speed, context.seed
    local function wander(offset) return random.wander(seed + offset, x) end
    local side = random.number(seed, 1) < 0.5 and 0 or 1
    return leak(image, {
      width = context.size[1], height = context.size[2], strength = params.strength,
      warm = params.warm, bright = params.bright, drift = x,
      x1 = side + 0.12 * wander(1), y1 = 0.3 + 0.3 * wander(2), size1 = 0.55 + 0.15 * wander(3),
      x2 = 1 - side + 0.1 * wander(4), y2 = 0.8 + 0.2 * wander(5), size2 = 0.35 + 0.15 * wander(6),
    })
  end,
}
