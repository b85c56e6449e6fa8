-- SPDX-License-Identifier: MIT
-- infrared: film that sees heat's neighbour: leaves shine white or pink, blue skies are nearly black.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"
local tones = require "moonreel.tones"

---@class moonreel.InfraredOptions
---@field color? number   0 black and white, 1 colour film, on which leaves are pink (default 0)
---@field leaves? number  how bright they are, 0 to 1 (default 0.7)
---@field sky? number     how dark it is, 0 to 1 (default 0.7)
---@field glow? number    of what is bright, 0 to 1 (default 0.4)

local green_across, green_down = tones.direction "#4a9a3a"
local blue_across, blue_down = tones.direction "#3a78d0"
local function cosine(degrees) return math.cos(math.rad(degrees)) end

local film = mr.kernel {
  name = "infrared", params = { color = 0, leaves = 0, sky = 0 },
  body = function(k)
    local color = pixels.opaque(k.image)
    local x, y = tones.place(color)
    local leaf = tones.near(x, y, green_across, green_down, cosine(35), cosine(75)) * k.leaves
    local sky = tones.near(x, y, blue_across, blue_down, cosine(15), cosine(85)) * k.sky
    local luma = color.luma
    local seen = luma:mix(color.red, 0.35) * (1 - sky * 0.85)
    seen = seen:mix((seen * 1.4 + 0.32):clamp(), leaf)
    -- Colour film shows infrared as red, red as green and green as blue.
    local red = seen:mix(1, leaf * 0.35)
    local green, blue = color.red * (1 - leaf * 0.55) * (1 - sky * 0.5), color.green * (1 - leaf * 0.25)
    local function part(component) return seen:mix(component, k.color) * k.image.alpha end
    return mr.pixel(part(red), part(green), part(blue), k.image.alpha)
  end,
}

local shine = mr.kernel {
  name = "infrared: glow", inputs = { "image", "halo" }, extent = "image", params = { glow = 0 },
  body = function(k) return pixels.lit(k.image, k.halo, k.halo.luma:smoothstep(0.25, 0.9) * k.glow) end,
}

return effect {
  name = "infrared",
  options = {
    color = { "number", default = 0, min = 0, max = 1 },
    leaves = { "number", default = 0.7, min = 0, max = 1 },
    sky = { "number", default = 0.7, min = 0, max = 1 },
    glow = { "number", default = 0.4, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local seen = film(image, { color = params.color, leaves = params.leaves, sky = params.sky })
    if params.glow == 0 then return seen end
    local radius = 0.02 * math.min(context.size[1], context.size[2])
    local halo = soft.drawn(seen, soft.factor(radius), function(small, scale)
      return small:clamp_to_edges():blur(radius * scale)
    end)
    return shine(seen, halo, { glow = params.glow * 0.6 })
  end,
}
