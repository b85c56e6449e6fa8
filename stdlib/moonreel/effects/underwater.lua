-- SPDX-License-Identifier: MIT
-- underwater: the picture lies under the sea: blue-green, swaying, with nets of light that wander over it.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local noise = require "moonreel.noise"
local pixels = require "moonreel.pixels"

---@class moonreel.UnderwaterOptions
---@field depth? number           how much of the red light is gone, 0 to 1 (default 0.6)
---@field sway? number            how far pixels move, as a share of the shorter side (default 0.008)
---@field caustics? number        how bright the nets of light are, 0 to 1 (default 0.4)
---@field speed? number           of all that moves (default 1)
---@field color? moonreel.Color   of the water (default "#0a5f78")

local water = mr.kernel {
  name = "underwater", inputs = { "image", "one", "two" }, extent = "image",
  params = { depth = 0, sway = 0, caustics = 0, phase = 0, unit = 1, height = 1, color = "#0a5f78" },
  body = function(k)
    local u, v = k.x / k.unit, k.y / k.unit
    local x = k.x + ((v * 9 + k.phase):sin() + (v * 17 - k.phase * 1.3 + u * 4):sin() * 0.5) * k.sway
    local y = k.y + ((u * 7 - k.phase * 0.8):sin() * 0.6) * k.sway
    local read = k.image:at(x, y)
    -- Where two fields of clouds are equal runs a line: a net.
    local line = 1 - ((k.one.red - k.two.red):abs() * 7):clamp()
    line = line * line
    local deep = k.y / k.height
    local light = line * k.caustics * (1.1 - deep * 0.6)
    local fog = k.depth * (0.25 + deep * 0.45)
    local function part(component, tint, left)
      local dim = component * (1 - k.depth * (1 - left))
      return dim:mix(tint * read.alpha, fog * 0.8) + light * left * (dim * 0.8 + tint * read.alpha * 0.25)
    end
    return mr.pixel(part(read.red, k.color.red, 0.25), part(read.green, k.color.green, 0.85),
      part(read.blue, k.color.blue, 0.95), read.alpha)
  end,
}

return effect {
  name = "underwater",
  options = {
    depth = { "number", default = 0.6, min = 0, max = 1 },
    sway = { "number", default = 0.008, min = 0, max = 0.1 },
    caustics = { "number", default = 0.4, min = 0, max = 1 },
    speed = { "number", default = 1, min = 0, max = 10 },
    color = { "color", default = "#0a5f78" },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit, seed, time = math.min(width, height), noise.seed(context), context.time * params.speed
    local rate = 5 / unit
    local function field(offset, left, top)
      return noise.clouds(context.size, 2, {
        across = rate, down = rate * 1.4, left = left % 2000, top = top % 2000, seed = (seed + offset) % 997,
      })
    end
    return water(image:clamp_to_edges(), field(0, time * 0.5, time * 0.35), field(31, 500 - time * 0.45, time * 0.5), {
      depth = params.depth, sway = params.sway * unit, caustics = params.caustics,
      phase = 2 * math.pi * (time * 0.32 % 100), unit = unit, height = height, color = params.color,
    }):crop { 0, 0, width, height }
  end,
}
