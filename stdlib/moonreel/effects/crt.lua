-- SPDX-License-Identifier: MIT
-- crt: the screen of a tube: curved glass, scan lines, stripes of phosphor, and a glow.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.CrtOptions
---@field lines? number      of the scan (default 120)
---@field curve? number      of the glass, 0 to 1 (default 0.4)
---@field scan? number       how dark it is between lines, 0 to 1 (default 0.5)
---@field mask? number       how much stripes are seen, 0 to 1 (default 0.35)
---@field glow? number       of bright parts, 0 to 1 (default 0.5)
---@field flicker? number    0 to 1 (default 0.2)

local screen = mr.kernel {
  name = "crt",
  inputs = { "image", "soft" },
  params = { width = 1, height = 1, lines = 120, pitch = 1, curve = 0, scan = 0, mask = 0, glow = 0,
    light = 1, soft_edge = 1 },
  extent = "everywhere",
  body = function(k)
    local u, v = k.x / k.width * 2 - 1, k.y / k.height * 2 - 1
    local bent_u = u * (1 + v * v * k.curve)
    local bent_v = v * (1 + u * u * k.curve)
    local x, y = (bent_u + 1) / 2 * k.width, (bent_v + 1) / 2 * k.height
    local read, soft = k.image:at(x, y), k.soft:at(x, y)
    local wave = (y / k.height * k.lines * (2 * math.pi)):cos()
    local line = 1 - k.scan * (0.5 + wave * 0.5)
    local stripe = (k.x / k.pitch):fract() * 3
    local function phosphor(place) return 1 - k.mask * (1 - (1.2 - (stripe - place):abs()):clamp()) end
    local inside = (1 - bent_u:abs()):smoothstep(0, k.soft_edge) * (1 - bent_v:abs()):smoothstep(0, k.soft_edge)
    local shade = (1 - (u * u + v * v) * 0.14) * k.light * inside
    local function lit(sharp, glow, place)
      return (sharp * line * phosphor(place) * (1 + k.scan * 0.45 + k.mask * 0.4) + glow * k.glow * 0.35) * shade
    end
    return mr.pixel(lit(read.red, soft.red, 0.5), lit(read.green, soft.green, 1.5),
      lit(read.blue, soft.blue, 2.5), read.alpha * inside)
  end,
}

return effect {
  name = "crt",
  options = {
    lines = { "number", default = 120, min = 10, max = 2000 },
    curve = { "number", default = 0.4, min = 0, max = 1 },
    scan = { "number", default = 0.5, min = 0, max = 1 },
    mask = { "number", default = 0.35, min = 0, max = 1 },
    glow = { "number", default = 0.5, min = 0, max = 1 },
    flicker = { "number", default = 0.2, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local held = image:clamp_to_edges()
    -- Lines finer than two pixels and stripes finer than three would only shimmer.
    local lines = math.min(params.lines, height / 2)
    local beat = context.frame_index % 2 == 0 and 1 or 1 - params.flicker * 0.12
    return screen(held, held:blur(height * 0.012), {
      width = width, height = height, lines = lines, pitch = math.max(3, height / lines * 1.2),
      curve = params.curve * 0.18, scan = params.scan, mask = params.mask, glow = params.glow,
      light = beat, soft_edge = 0.012,
    }):crop { 0, 0, width, height }
  end,
}
