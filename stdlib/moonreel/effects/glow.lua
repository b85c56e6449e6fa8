-- SPDX-License-Identifier: MIT
-- glow: bright parts shine on their surroundings, in their own colour or another.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.GlowOptions
---@field threshold? number       luma from which pixels shine (default 0.7)
---@field radius? number          how far, as a share of the shorter side (default 0.06)
---@field intensity? number       (default 0.7)
---@field tint? moonreel.Color    (default white: the light's own colour)

local bright = mr.kernel {
  name = "glow: what shines",
  params = { threshold = 0.6, tint = "white" },
  body = function(k)
    local share = k.image:straight().luma:smoothstep(k.threshold - 0.1, k.threshold + 0.15)
    return mr.pixel(k.image.red * k.tint.red, k.image.green * k.tint.green, k.image.blue * k.tint.blue, 0) * share
  end,
}

local shine = mr.kernel {
  name = "glow",
  inputs = { "image", "halo" },
  params = { intensity = 1 },
  extent = "image",
  body = function(k) return pixels.lit(k.image, k.halo, k.intensity) end,
}

return effect {
  name = "glow",
  options = {
    threshold = { "number", default = 0.7, min = 0, max = 1 },
    radius = { "number", default = 0.06, min = 0.001, max = 0.5 },
    intensity = { "number", default = 0.7, min = 0, max = 3 },
    tint = { "color", default = "white" },
  },
  neutral = { intensity = 0 },
  draw = function(image, params, context)
    local radius = params.radius * math.min(context.size[1], context.size[2])
    local halo = soft.drawn(image, soft.factor(radius / 3), function(small, scale)
      local light = bright(small, { threshold = params.threshold, tint = params.tint }):clamp_to_edges()
      return light:blur(radius * scale):dissolve(light:blur(radius * scale / 3), 0.4)
    end)
    return shine(image, halo, { intensity = params.intensity })
  end,
}
