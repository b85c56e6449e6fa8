-- SPDX-License-Identifier: MIT
-- lens_flare: a light shines into the lens: a star, a halo, and ghosts of the aperture on the other side.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.LensFlareOptions
---@field center? moonreel.Point  where the light stands; animate it (default { "74%", "30%" })
---@field intensity? number       0 to 2 (default 1)
---@field ghosts? number          how strong they are, 0 to 2 (default 1)
---@field streak? number          a long level line through the light, 0 to 2 (default 0.5)
---@field color? moonreel.Color   of the light (default "#fff0d0")

-- Each ghost: where on the line from the light (0) over the frame's middle (1), its radius in shorter sides, its tint.
local ghosts = {
  { 0.55, 0.035, 0.5, 0.8, 1 }, { 0.8, 0.018, 1, 0.7, 0.4 }, { 1.25, 0.06, 0.35, 0.9, 0.6 },
  { 1.5, 0.03, 1, 0.5, 0.5 }, { 1.8, 0.11, 0.4, 0.5, 1 }, { 2.15, 0.045, 0.9, 0.8, 0.3 }, { 2.5, 0.17, 0.5, 0.35, 0.8 },
}

local flare = mr.kernel {
  name = "lens_flare: light", inputs = {}, extent = "everywhere",
  params = { x0 = 0, y0 = 0, to_x = 0, to_y = 0, unit = 1, ghosts = 1, streak = 0, color = "#fff0d0" },
  body = function(k)
    local dx, dy = (k.x - k.x0) / k.unit, (k.y - k.y0) / k.unit
    local distance = pixels.length(dx, dy)
    local near = 0.012 / (distance * distance + 0.012)
    -- A star of many faint rays.
    local angle = dy:atan(dx)
    local rays = ((angle * 7 + 0.6):sin() * 0.5 + (angle * 12 + 2.1):sin() * 0.3 + (angle * 19):sin() * 0.2) * 0.5 + 0.5
    local star = rays * rays * 0.02 / (distance + 0.06) * (1 - distance:smoothstep(0.1, 0.9))
    local core = near * near + near * 0.3 + star * 1.6
    local line = k.streak * (1 - (dx:abs() / 1.4):clamp()) * 0.00012 / (dy * dy + 0.00012)
    -- A thin ring, red outside and blue inside.
    local function ring(radius) return (1 - ((distance - radius) / 0.025):abs()):clamp() * 0.16 * k.ghosts end
    local red = core * k.color.red + line * 0.55 + ring(0.43)
    local green = core * k.color.green + line * 0.75 + ring(0.42)
    local blue = core * k.color.blue + line + ring(0.41)
    for _, ghost in ipairs(ghosts) do
      local x, y = dx - k.to_x * ghost[1], dy - k.to_y * ghost[1]
      local place = pixels.length(x, y) / ghost[2]
      local disc = (1 - place:smoothstep(0.9, 1.06)) * (place * place * 0.75 + 0.25) * 0.14 * k.ghosts
      red, green, blue = red + disc * ghost[3], green + disc * ghost[4], blue + disc * ghost[5]
    end
    return mr.pixel(red, green, blue, 1)
  end,
}

local lit = mr.kernel {
  name = "lens_flare", inputs = { "image", "light" }, extent = "image", params = { intensity = 1 },
  body = function(k)
    local light = mr.pixel(k.light.red:clamp(), k.light.green:clamp(), k.light.blue:clamp(), 1)
    return pixels.lit(k.image, light, k.intensity:min(1)):mix(pixels.lit(pixels.lit(k.image, light, 1), light, 1),
      (k.intensity - 1):clamp())
  end,
}

return effect {
  name = "lens_flare",
  options = {
    center = { "point", default = { "74%", "30%" } },
    intensity = { "number", default = 1, min = 0, max = 2 },
    ghosts = { "number", default = 1, min = 0, max = 2 },
    streak = { "number", default = 0.5, min = 0, max = 2 },
    color = { "color", default = "#fff0d0" },
  },
  neutral = { intensity = 0 },
  draw = function(image, params, context)
    if params.intensity == 0 then return image end
    local size = context.size
    local unit = math.min(size[1], size[2])
    local factor = math.min(2, soft.factor(unit * 0.012))
    local x, y = params.center[1], params.center[2]
    local light = flare {
      x0 = x / factor, y0 = y / factor, to_x = (size[1] / 2 - x) / unit, to_y = (size[2] / 2 - y) / unit,
      unit = unit / factor, ghosts = params.ghosts, streak = params.streak, color = params.color,
    }
    return lit(image, soft.enlarged(light, size, factor), { intensity = params.intensity })
  end,
}
