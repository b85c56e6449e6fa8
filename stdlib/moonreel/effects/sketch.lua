-- SPDX-License-Identifier: MIT
-- sketch: drawn with a pencil: outlines and hatching on paper.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.SketchOptions
---@field detail? number          width of the finest lines, as a share of the frame's shorter side (default 0.012)
---@field hatching? number        of dark parts, 0 to 1 (default 0.6)
---@field pencil? moonreel.Color  (default "#2b2b30")
---@field paper? moonreel.Color   (default "#f7f3ea")

-- The unsteady hand, and the grain of the paper: the same in all frames, and drawn once.
local texture = mr.kernel {
  name = "sketch: texture", inputs = {}, extent = "everywhere", params = { pitch = 4 },
  body = function(k)
    local wobble = pixels.cloud(k.x / k.pitch / 6, k.y / k.pitch / 6) * 1.5
    local rough = pixels.cloud(k.x / k.pitch * 2.3, k.y / k.pitch * 2.3) * 0.35 + 0.72
    return mr.pixel(wobble, rough, rough, 1)
  end,
}

local pencil = mr.kernel {
  name = "sketch",
  inputs = { "image", "gray", "soft", "texture" },
  params = { hatching = 0, pitch = 4, pencil = "black", paper = "white" },
  extent = "image",
  body = function(k)
    -- Dodged with its own blurred negative, only what is darker than its surroundings is left.
    local gray, around = k.gray.luma, k.soft.luma
    local line = (gray / around:max(0.02)):clamp()
    line = line * line * line
    local wobble, rough = k.texture.red, k.texture.green
    local function strokes(x, y, from)
      local wave = ((x + y) / k.pitch + wobble):fract() - 0.5
      local width = ((from - around) / from):clamp() * 0.42
      return (width - wave:abs()):smoothstep(-0.12, 0.12)
    end
    local shade = strokes(k.x * 0.8, k.y, 0.5):max(strokes(k.x, k.y * -0.7, 0.25)) * k.hatching
    local dark = (1 - line * (1 - shade * 0.75)) * rough
    return k.paper:mix(k.pencil, dark:clamp()) * k.image.alpha
  end,
}

return effect {
  name = "sketch",
  options = {
    detail = { "number", default = 0.012, min = 0.002, max = 0.2 },
    hatching = { "number", default = 0.6, min = 0, max = 1 },
    pencil = { "color", default = "#2b2b30" },
    paper = { "color", default = "#f7f3ea" },
  },
  draw = function(image, params, context)
    local unit = math.min(context.size[1], context.size[2])
    local gray = image:over(params.paper):saturation(0):crop { 0, 0, context.size[1], context.size[2] }
    local pitch = math.max(3, unit * 0.016)
    return pencil(image, gray, gray:clamp_to_edges():blur(params.detail * unit), texture { pitch = pitch }, {
      hatching = params.hatching, pitch = pitch, pencil = params.pencil, paper = params.paper,
    })
  end,
}
