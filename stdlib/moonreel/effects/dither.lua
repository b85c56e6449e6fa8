-- SPDX-License-Identifier: MIT
-- dither: large pixels in few colours, mixed by patterns, as old machines drew: its own colours, or a palette's.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.DitherOptions
---@field size? number     of a pixel, as a share of the shorter side (default 0.008)
---@field steps? integer   of red, green and blue each, 2 to 16 (default 3)
---@field pattern? number  how strong it is, 0 to 1 (default 1)
---@field palette? moonreel.Color[]  2 to 8 colours from dark to bright that stand for grays (default: the picture's own colours)

-- Bayer's matrix of eight by eight, -0.5 to 0.5, worked out from the bits of a pixel's place.
local function threshold(column, row)
  local sum = 0
  for level = 0, 2 do
    local x, y = (column / 2 ^ level):floor() % 2, (row / 2 ^ level):floor() % 2
    local differ = (x - y):abs()
    sum = sum + (differ * 2 + y) * 4 ^ (2 - level)
  end
  return (sum + 0.5) / 64 - 0.5
end

local own = mr.kernel {
  name = "dither", inputs = { "cells" }, params = { size = 1, steps = 3, pattern = 1 },
  body = function(k)
    local color = k.cells:straight()
    local moved = threshold((k.x / k.size):floor(), (k.y / k.size):floor()) * k.pattern
    local function part(component)
      return ((component * (k.steps - 1) + moved + 0.5):floor() / (k.steps - 1)):clamp()
    end
    return mr.pixel(part(color.red), part(color.green), part(color.blue), 1)
  end,
}

-- The number of the palette's colour, as a gray in the middle of its step.
local numbered = mr.kernel {
  name = "dither: palette", inputs = { "cells" }, params = { size = 1, steps = 4, pattern = 1 },
  body = function(k)
    local moved = threshold((k.x / k.size):floor(), (k.y / k.size):floor()) * k.pattern
    local step = (k.cells:straight().luma * (k.steps - 1) + moved + 0.5):floor():clamp(0, k.steps - 1)
    local gray = (step + 0.5) / k.steps
    return mr.pixel(gray, gray, gray, 1)
  end,
}

-- A gradient in steps.
local function stops_of(palette)
  local stops = {}
  for index, color in ipairs(palette) do
    stops[#stops + 1] = { (index - 1) / #palette, color }
    stops[#stops + 1] = { index / #palette, color }
  end
  return stops
end

return effect {
  name = "dither",
  options = {
    size = { "number", default = 0.008, min = 0.001, max = 0.2 },
    steps = { "integer", default = 3, min = 2, max = 16 },
    pattern = { "number", default = 1, min = 0, max = 1 },
    palette = { "colors" },
  },
  draw = function(image, params, context)
    local size = math.max(1, math.floor(params.size * math.min(context.size[1], context.size[2]) + 0.5))
    local cells = image:clamp_to_edges():pixelate(size)
    local numbers = { size = size, steps = params.steps, pattern = params.pattern }
    if not params.palette then return own(cells, numbers):matte(image) end
    numbers.steps = math.max(2, #params.palette)
    return numbered(cells, numbers):gradient_map(stops_of(params.palette)):matte(image)
  end,
}
