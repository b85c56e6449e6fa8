-- SPDX-License-Identifier: MIT
-- ribbed_glass: seen through a pane of upright ribs, each of which is a lens, or through frosted glass.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.RibbedGlassOptions
---@field size? number     width of a rib, as a share of the shorter side (default 0.06)
---@field strength? number how much each rib sees, in ribs, -8 to 8 (default 2.5)
---@field angle? number    of the ribs, in degrees (default 0: upright)
---@field frost? number    how blurred the picture is, as a share of the shorter side (default 0.004)
---@field light? number    on the ribs, 0 to 1 (default 0.5)

local glass = mr.kernel {
  name = "ribbed_glass", params = { across = 1, down = 0, x0 = 0, y0 = 0, rib = 1, strength = 0, light = 0 },
  extent = "image",
  body = function(k)
    local place = ((k.x - k.x0) * k.across + (k.y - k.y0) * k.down) / k.rib
    local inside = place:fract() - 0.5
    local shift = inside * (k.strength - 1) * k.rib
    local read = k.image:at(k.x + shift * k.across, k.y + shift * k.down)
    -- Light from the left: a bright flank, a dark one, and a fine gleam.
    local gleam = (1 - ((inside + 0.28) * 9):abs()):clamp() * 0.14
    local shade = 1 + (inside * -0.3 + gleam - inside:abs():smoothstep(0.38, 0.5) * 0.25) * k.light
    return mr.pixel(read.red * shade, read.green * shade, read.blue * shade, read.alpha)
  end,
}

return effect {
  name = "ribbed_glass",
  options = {
    size = { "number", default = 0.06, min = 0.005, max = 1 },
    strength = { "number", default = 2.5, min = -8, max = 8 },
    angle = { "number", default = 0 },
    frost = { "number", default = 0.004, min = 0, max = 0.1 },
    light = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit, angle = math.min(width, height), math.rad(params.angle)
    local behind = image:clamp_to_edges()
    if params.frost * unit > 0.05 then behind = behind:blur(params.frost * unit) end
    return glass(behind, {
      across = math.cos(angle), down = math.sin(angle), x0 = width / 2, y0 = height / 2,
      rib = math.max(2, params.size * unit), strength = params.strength, light = params.light,
    }):crop { 0, 0, width, height }
  end,
}
