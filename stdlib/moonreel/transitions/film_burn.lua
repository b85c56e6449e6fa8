-- SPDX-License-Identifier: MIT
-- film_burn: light leaks into the camera at the end of a roll: orange clouds grow to white and ebb away.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.FilmBurnOptions: moonreel.TransitionOptions
---@field color? moonreel.Color  of the leak's rim (default "#ff5a14")
---@field core? moonreel.Color   of its bright parts (default "#ffe9b8")
---@field strength? number       0.2 to 3 (default 1)

local leak = mr.kernel {
  name = "film_burn", inputs = { "from", "to", "first", "second" },
  params = { width = 1, heat = 0, share = 0, color = "#ff5a14", core = "#ffe9b8" },
  body = function(k)
    local picture = k.from:mix(k.to, k.share)
    -- light comes in from the sides
    local side = ((k.x / k.width - 0.5):abs() * 2):smoothstep(0, 1)
    local cloud = k.first.red * 0.7 + k.second.red * 0.6 + side * 0.35 - 0.5
    local light = (k.heat * 1.25 - 0.45 + cloud):smoothstep(0, 1) * k.heat:smoothstep(0, 0.25)
    local white = (k.heat * 1.2 - 1 + cloud):smoothstep(0, 1)
    local tone = k.color:mix(k.core, white)
    local glow = tone * (light * picture.alpha)
    -- light adds to light: a screen
    local screened = picture + glow - picture * glow
    local burnt = screened:mix(k.core * picture.alpha, white * white * 0.9)
    return mr.pixel(burnt.red, burnt.green, burnt.blue, picture.alpha)
  end,
}

return transition {
  name = "film_burn",
  options = {
    color = { "color", default = "#ff5a14" },
    core = { "color", default = "#ffe9b8" },
    strength = { "number", default = 1, min = 0.2, max = 3 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local share = curve.part(progress, 0.4, 0.2)
    local seed = context.seed or 0
    -- the leak flickers a little, on its own curve of time
    local flicker = 1 + 0.12 * math.sin(40 * progress) * math.sin(17 * progress + seed % 7)
    -- two clouds that drift against each other, stretched upwards
    local unit, own = math.min(width, height), noise.seed(context)
    local first = noise.clouds(context.size, 3, {
      across = 1.3 / unit, down = 0.6 / unit, left = -1.6 * progress, top = 0.3 * progress, seed = own,
    })
    local second = noise.clouds(context.size, 2, {
      across = 0.8 / unit, down = 0.5 / unit, left = 1.1 * progress, seed = own + 31,
    })
    return leak(from, to, first, second, {
      width = width, heat = math.min(1.4, params.strength * math.sin(math.pi * progress) ^ 1.3 * flicker),
      share = share, color = params.color, core = params.core,
    })
  end,
}
