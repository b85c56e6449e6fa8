-- SPDX-License-Identifier: MIT
-- engraving: cut into a plate as on banknotes: lines that swell where the picture is dark and bend with its forms.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.EngravingOptions
---@field pitch? number          from line to line, as a share of the shorter side (default 0.009)
---@field angle? number          of the lines, in degrees (default -25)
---@field bend? number           how far lines follow light and shade, in pitches, 0 to 6 (default 2)
---@field cross? number          a second set of lines in what is dark, 0 to 1 (default 0.6)
---@field ink? moonreel.Color    (default "#1f3a34")
---@field paper? moonreel.Color  (default "#f3efe0")

local plate = mr.kernel {
  name = "engraving", inputs = { "image", "gray", "form" }, extent = "image",
  params = { pitch = 4, along_x = 0, along_y = 1, bend = 0, cross = 0, ink = "black", paper = "white" },
  body = function(k)
    local dark = (1 - k.gray.red):clamp()
    -- A line's width says how dark it is; its edge is a pixel wide.
    local function cut(x, y, bend, tone)
      local place = (k.x * x + k.y * y) / k.pitch + k.form.red * bend
      local away = (place:fract() - 0.5):abs()
      return ((tone * 0.5 - away) * k.pitch + 0.5):clamp()
    end
    local lines = cut(k.along_x, k.along_y, k.bend, (dark * 1.08 - 0.06):clamp(0, 0.92))
    local crossing = cut(k.along_y * 0.94 - k.along_x * 0.34, k.along_x * -0.94 - k.along_y * 0.34, k.bend * 0.7,
      ((dark - 0.55) * 1.6):clamp(0, 0.6) * k.cross)
    return k.paper:mix(k.ink, lines:max(crossing)) * k.image.alpha
  end,
}

return effect {
  name = "engraving",
  options = {
    pitch = { "number", default = 0.009, min = 0.003, max = 0.1 },
    angle = { "number", default = -25 },
    bend = { "number", default = 2, min = 0, max = 6 },
    cross = { "number", default = 0.6, min = 0, max = 1 },
    ink = { "color", default = "#1f3a34" },
    paper = { "color", default = "#f3efe0" },
  },
  draw = function(image, params, context)
    local size = context.size
    local unit, angle = math.min(size[1], size[2]), math.rad(params.angle)
    local gray = image:over(params.paper):crop { 0, 0, size[1], size[2] }:saturation(0):contrast(1.15)
    local pitch = math.max(3, params.pitch * unit)
    return plate(image, gray:clamp_to_edges():blur(pitch * 0.2), gray:clamp_to_edges():blur(pitch * 1.6), {
      pitch = pitch, along_x = -math.sin(angle), along_y = math.cos(angle), bend = params.bend, cross = params.cross,
      ink = params.ink, paper = params.paper,
    })
  end,
}
