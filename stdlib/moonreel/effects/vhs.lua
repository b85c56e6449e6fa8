-- SPDX-License-Identifier: MIT
-- vhs: a worn video tape: smeared colours, lines that tremble, noise, and a torn band that climbs.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.VhsOptions
---@field smear? number     of the colours, as a share of the width (default 0.012)
---@field tremble? number   of the lines, likewise (default 0.0025)
---@field noise? number     0 to 1 (default 0.3)
---@field tracking? number  of the torn band, 0 to 1 (default 0.7)
---@field wash? number      how faded it is, 0 to 1 (default 0.5)

-- Colours lie to the right of their lines, as the tape stores them with a quarter of the detail and late.
local taps = { { -0.5, 0.15 }, { 0, 0.25 }, { 0.5, 0.25 }, { 1, 0.2 }, { 1.5, 0.15 } }

local tape = mr.kernel {
  name = "vhs",
  params = { width = 1, height = 1, line = 1, smear = 0, tremble = 0, noise = 0, tracking = 0,
    wash = 0, tick = 0, band = 0.5 },
  extent = "image",
  body = function(k)
    local row = (k.y / k.line):floor()
    local near = (1 - (k.y / k.height - k.band):abs() / 0.07):clamp() * k.tracking
    local shake = (pixels.hash(row, k.tick) - 0.5) * 2
    local shift = shake * k.tremble * (1 + near * 9) + near * near * k.width * 0.03
    local x = k.x + shift
    local sharp = (k.image:at(x, k.y) * 2 + k.image:at(x - k.line, k.y) + k.image:at(x + k.line, k.y)) / 4
    local i, q = 0, 0
    for _, tap in ipairs(taps) do
      local read = k.image:at(x - tap[1] * k.smear, k.y)
      i = i + (read.red - read.luma) * tap[2]
      q = q + (read.blue - read.luma) * tap[2]
    end
    local luma = sharp.luma + (pixels.hash((k.x / (k.line * 2)):floor() + k.tick * 31, row) - 0.5)
      * (k.noise * 0.22 + near * 0.3) * sharp.alpha
    local snow = pixels.hash((k.x / (k.line * 9)):floor() + k.tick * 7, row + 91)
      :at_least(1 - near * 0.12, 0.7, 0) * sharp.alpha
    luma = luma * (1 - k.wash * 0.18) + (0.06 * k.wash) * sharp.alpha + snow
    local red, blue = luma + i * (1 + k.wash * 0.15), luma + q
    local green = (luma - red * 0.2126 - blue * 0.0722) / 0.7152
    return mr.pixel(red, green, blue, sharp.alpha)
  end,
}

return effect {
  name = "vhs",
  options = {
    smear = { "number", default = 0.012, min = 0, max = 0.2 },
    tremble = { "number", default = 0.0025, min = 0, max = 0.1 },
    noise = { "number", default = 0.3, min = 0, max = 1 },
    tracking = { "number", default = 0.7, min = 0, max = 1 },
    wash = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local tick = effect.tick(context, 25) % 997 + context.seed % 1000
    return tape(image:clamp_to_edges(), {
      width = width, height = height, line = height / 270, smear = params.smear * width,
      tremble = params.tremble * width, noise = params.noise, tracking = params.tracking,
      wash = params.wash, tick = tick, band = 1.1 - (context.time * 0.17 + 0.1) % 1.3,
    }):crop { 0, 0, width, height }
  end,
}
