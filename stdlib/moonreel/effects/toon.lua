-- SPDX-License-Identifier: MIT
-- toon: flat colours in few steps, with drawn lines: a cartoon.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local soft = require "moonreel.soft"

---@class moonreel.ToonOptions
---@field steps? integer     of light (default 5)
---@field lines? number      how strong they are, 0 to 1 (default 0.85)
---@field width? number      of the lines, as a share of the frame's shorter side (default 0.004)
---@field color? number      saturation (default 1.4)

local draw = mr.kernel {
  name = "toon",
  inputs = { "image", "flat" },
  params = { steps = 5, lines = 1, width = 1 },
  extent = "image",
  body = function(k)
    local color = k.flat:straight()
    local luma = color.luma:max(0.004)
    -- Steps with borders a tenth as wide as they are.
    local place = luma * k.steps
    local stepped = (place:floor() + place:fract():smoothstep(0.45, 0.55)) / k.steps
    local gain = (stepped * 0.85 + 0.1) / luma
    local function at(dx, dy) return k.flat:at(k.x + dx * k.width, k.y + dy * k.width) end
    local across, down = at(1, 0) - at(-1, 0), at(0, 1) - at(0, -1)
    local function square(p) return p.red * p.red + p.green * p.green + p.blue * p.blue end
    local edge = (square(across) + square(down)):sqrt():smoothstep(0.14, 0.38) * k.lines
    local ink = 1 - edge
    return mr.pixel((color.red * gain):clamp() * ink, (color.green * gain):clamp() * ink,
      (color.blue * gain):clamp() * ink, 1) * k.image.alpha
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
    local unit = math.min(context.size[1], context.size[2])
    local flat = soft.drawn(image, 2, function(small, scale)
      return small:clamp_to_edges():median(3):blur(unit * 0.0025 * scale):saturation(params.color)
    end):clamp_to_edges()
    return draw(image, flat, {
      steps = params.steps, lines = params.lines, width = math.max(0.6, params.width * unit),
    })
  end,
}
