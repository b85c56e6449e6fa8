-- SPDX-License-Identifier: MIT
-- neon: edges shine like tubes in the dark, in the picture's own colours or in one.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.NeonOptions
---@field strength? number        of the edges (default 1.6)
---@field glow? number            how far they shine, as a share of the frame's shorter side (default 0.02)
---@field dark? number            how much of the picture is hidden, 0 to 1 (default 0.88)
---@field color? moonreel.Color   of the tubes, where they shall all be alike (default: the picture's colours)

local tubes = mr.kernel {
  name = "neon: tubes",
  inputs = { "image", "gray" },
  params = { width = 1, strength = 1, tint = "white", share = 0 },
  extent = "image",
  body = function(k)
    local function at(dx, dy) return k.gray:at(k.x + dx * k.width, k.y + dy * k.width).red end
    local falling, rising = at(1, 1) - at(-1, -1), at(1, -1) - at(-1, 1)
    local edge = ((falling * falling + rising * rising):sqrt() * k.strength * 1.414 - 0.12):clamp()
    local color = k.image:straight()
    local top = color.red:max(color.green):max(color.blue):max(0.1)
    local low = color.red:min(color.green):min(color.blue) * 0.75
    -- As bright and strong as the hue allows.
    local function vivid(component) return ((component - low) / (top - low)):clamp() end
    local function tube(component, tint) return vivid(component):mix(tint, k.share) * edge end
    return mr.pixel(tube(color.red, k.tint.red), tube(color.green, k.tint.green),
      tube(color.blue, k.tint.blue), 1) * k.image.alpha
  end,
}

return effect {
  name = "neon",
  options = {
    strength = { "number", default = 1.6, min = 0, max = 10 },
    glow = { "number", default = 0.02, min = 0, max = 0.3 },
    dark = { "number", default = 0.88, min = 0, max = 1 },
    color = { "color" },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit, frame = math.min(width, height), { 0, 0, width, height }
    local sigma, softness = params.glow * unit, unit * 0.003
    -- Tubes are softer than pixels, so half of these will do.
    local light = soft.drawn(image, soft.factor(softness * 2), function(small, scale)
      local inside = { 0, 0, width * scale, height * scale }
      local gray = small:saturation(0):crop(inside):clamp_to_edges():blur(softness * scale):clamp_to_edges()
      local lines = tubes(small, gray, {
        width = math.max(0.8, unit * 0.0035 * scale), strength = params.strength,
        tint = params.color or "white", share = params.color and 1 or 0,
      }):over("black"):crop(inside):clamp_to_edges()
      local halo = soft.drawn(lines, soft.factor(sigma * scale), function(smaller, further)
        return smaller:clamp_to_edges():blur(sigma * scale * further):gain(1.6)
      end)
      return halo:blend(lines, "screen"):crop(inside):clamp_to_edges()
    end)
    local night = pixels.solid(image):gain(1 - params.dark):saturation(0.7)
    return light:crop(frame):blend(night, "screen"):matte(image)
  end,
}
