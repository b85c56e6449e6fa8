-- SPDX-License-Identifier: MIT
-- hologram: thrown into the air as light: one colour, fine lines that climb, edges that shine, and a beam that stumbles.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local random = require "moonreel.random"

---@class moonreel.HologramOptions
---@field color? moonreel.Color  (default "#58d8ff")
---@field lines? number          down the frame (default 140)
---@field flicker? number        how unsteady the light is, 0 to 1 (default 0.4)
---@field slip? number           how far bands slip aside, as a share of the shorter side (default 0.02)
---@field opacity? number        of what is dark, 0 to 1 (default 0.25)

local beam = mr.kernel {
  name = "hologram", inputs = { "image", "soft" }, extent = "image",
  params = { pitch = 4, phase = 0, slip = 0, band = 0, high = 1, light = 1, opacity = 0, color = "#58d8ff" },
  body = function(k)
    -- A narrow band that slips, and a fringe of two shifted pictures.
    local near = 1 - ((k.y - k.band) / k.high):abs():smoothstep(0.2, 1)
    local x = k.x + near * k.slip
    local read, soft = k.image:at(x, k.y), k.soft:at(x, k.y)
    local edge = (read.luma - soft.luma):abs() * 2.2
    local scan = 0.72 + ((k.y / k.pitch - k.phase) * (2 * math.pi)):sin() * 0.28
    local luma = read.luma
    local light = (luma * 0.85 + edge + luma * luma * 0.4 + near * 0.12) * scan * k.light
    local white = light:smoothstep(0.8, 1.3) * 0.6
    local alpha = read.alpha * (k.opacity + (1 - k.opacity) * light:clamp())
    local function part(tint) return (tint:mix(1, white) * light):clamp() * read.alpha end
    return mr.pixel(part(k.color.red):min(alpha), part(k.color.green):min(alpha), part(k.color.blue):min(alpha), alpha)
  end,
}

return effect {
  name = "hologram",
  options = {
    color = { "color", default = "#58d8ff" },
    lines = { "number", default = 140, min = 10, max = 1000 },
    flicker = { "number", default = 0.4, min = 0, max = 1 },
    slip = { "number", default = 0.02, min = 0, max = 0.5 },
    opacity = { "number", default = 0.25, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit, seed, tick = math.min(width, height), context.seed, effect.tick(context, 15)
    local beat = 1 - params.flicker * 0.4 * random.number(seed, tick) ^ 2
    local slip = random.number(seed + 2, tick // 2) < 0.45 and (random.number(seed + 3, tick) - 0.5) * 2 or 0
    local held = image:clamp_to_edges()
    return beam(held, held:blur(math.max(0.6, unit * 0.006)), {
      pitch = math.max(2, height / params.lines), phase = context.time * 1.5 % 1, light = 1.15 * beat,
      slip = slip * params.slip * unit, band = random.number(seed + 4, tick // 2) * height, high = height * 0.12,
      opacity = params.opacity, color = params.color,
    }):crop { 0, 0, width, height }
  end,
}
