-- SPDX-License-Identifier: MIT
-- toon: flat colours in few steps, with drawn lines: a cartoon.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.ToonOptions
---@field steps? integer     of light (default 5)
---@field lines? number      how strong they are, 0 to 1 (default 0.85)
---@field width? number      of the lines, as a share of the frame's shorter side (default 0.004)
---@field color? number      saturation (default 1.4)

-- How much the colours change around each pixel.
local edges = mr.kernel {
  name = "toon: edges",
  params = { width = 1 },
  extent = "image",
  body = function(k)
    local function at(dx, dy) return k.image:at(k.x + dx * k.width, k.y + dy * k.width) end
    local across, down = at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)
    local function square(p) return p.red * p.red + p.green * p.green + p.blue * p.blue end
    local edge = (square(across) + square(down)):sqrt()
    return mr.pixel(edge, edge, edge, 1)
  end,
}

local paint = mr.kernel {
  name = "toon",
  inputs = { "image", "flat", "edge" },
  params = { steps = 5, lines = 1 },
  extent = "image",
  body = function(k)
    local color = k.flat:straight()
    local luma = color.luma:max(0.004)
    -- Steps with borders a tenth as wide as they are.
    local place = luma * k.steps
    local stepped = (place:floor() + place:fract():smoothstep(0.45, 0.55)) / k.steps
    local gain = (stepped * 0.85 + 0.1) / luma
    local bare = 1 - k.edge.red:smoothstep(0.14, 0.38) * k.lines
    local function painted(component) return (component * gain):clamp() * bare end
    return mr.pixel(painted(color.red), painted(color.green), painted(color.blue), 1) * k.image.alpha
  end,
}

return effect {
  name = "toon",
  options = {
    steps = { "integer", default = 5, min = 2, max = 32 },
    lines = { "number", default = 0.85, min = 0, max = 1 },
    width = { "number", default = 0.004, min = 0.0005, max = 0.05 },
    color = { "number", default = 1.4, min = 0, max = 4 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit = math.min(width, height)
    -- At half of each side, then enlarged; small frames have no pixels to spare.
    local scale = unit >= 720 and 0.5 or 1
    local inside = { 0, 0, width * scale, height * scale }
    local flat = image:transform(mr.transform.scale(scale)):crop(inside):clamp_to_edges()
      :blur(unit * 0.0027 * scale):saturation(params.color):clamp_to_edges()
    local edge = edges(flat, { width = math.max(0.6, params.width * unit * scale) }):crop(inside):clamp_to_edges()
    local larger = mr.transform.scale(1 / scale)
    return paint(image, flat:transform(larger, "bilinear"), edge:transform(larger), {
      steps = params.steps, lines = params.lines,
    })
  end,
}
