-- SPDX-License-Identifier: MIT
-- old_film: a worn print: faded, grainy, unsteady in the gate, with scratches and dust.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local random = require "moonreel.random"

---@class moonreel.OldFilmOptions
---@field tint? number       brown instead of colours, 0 to 1 (default 0.85)
---@field scratches? number  how many are seen at a time, about (default 2)
---@field dust? number       specks in a frame, about (default 7)
---@field flicker? number    how much the light changes, 0 to 1 (default 0.25)
---@field jitter? number     how far the print moves, as a share of the height (default 0.006)
---@field grain? number      0 to 1 (default 0.4)
---@field fps? number        pictures a second of the projector (default 16)

-- The picture on brown stock: from black over the middle tone to white.
local stock = mr.kernel {
  name = "old_film",
  params = { tint = 1, dark = "#140c06", middle = "#94744c", light = "#f2e2c0" },
  body = function(k)
    local colors = pixels.opaque(k.image)
    local place = colors.luma * 2
    local brown = k.dark:mix(k.middle, place:clamp()):mix(k.light, (place - 1):clamp())
    local print = (colors:mix(brown, k.tint) - 0.5) * 1.05 + 0.5
    return mr.pixel(print.red, print.green, print.blue, 1)
  end,
}

-- Vertical lines that stay for some frames, wander a little and go.
local function scratches(image, params, seed, tick, width, height)
  for index = 1, math.ceil(params.scratches * 2) do
    local life = (tick + 7 * index) // (5 + index)
    if random.number(seed, index, life) * 2 * math.ceil(params.scratches) < params.scratches then
      local home = random.number(seed + 1, index, life)
      local x = (home + 0.004 * random.line(seed + 2, tick / 3)) * width
      local wide = height * (0.0012 + 0.0025 * random.number(seed + 3, index, life))
      local color = random.number(seed + 4, index, life) > 0.35 and "#fff4dcb0" or "#1a1208a0"
      image = mr.color(color):crop { x, 0, wide, height }:over(image)
    end
  end
  return image
end

-- The outline of a speck or, more seldom, a hair.
local function outline(number, width, height)
  local x, y = number(6) * width, number(7) * height
  if number(10) > 0.8 then
    local bend = height * 0.05
    return ("M%.2f %.2fq%.2f %.2f %.2f %.2fq%.2f %.2f %.2f %.2fz"):format(x, y,
      bend * number(11), bend, bend * (2 * number(12) - 1), bend * 1.5,
      bend * (number(11) - 0.2), -bend * 0.4, -bend * (2 * number(12) - 1), -bend * 1.5)
  end
  local wide, high = height * (0.003 + 0.012 * number(8) ^ 3), height * (0.003 + 0.008 * number(9) ^ 2)
  return ("M%.2f %.2fa%.2f %.2f 0 1 1 %.2f 0a%.2f %.2f 0 1 1 %.2f 0z"):format(x, y + high / 2,
    wide / 2, high / 2, wide, wide / 2, high / 2, -wide)
end

-- New in every frame. All that is of one colour is one shape.
local function dust(image, params, seed, tick, width, height)
  local dark, light = {}, {}
  for index = 1, math.floor(params.dust * 2 * random.number(seed + 5, tick)) do
    local function number(offset) return random.number(seed + offset, tick, index) end
    local shapes = number(13) > 0.3 and dark or light
    shapes[#shapes + 1] = outline(number, width, height)
  end
  local function laid(color, shapes, below)
    if #shapes == 0 then return below end
    return mr.color(color):matte(mr.image.mask { path = table.concat(shapes) }):over(below)
  end
  return laid("#fff8e8c8", light, laid("#120c06c8", dark, image))
end

return effect {
  name = "old_film",
  options = {
    tint = { "number", default = 0.85, min = 0, max = 1 },
    scratches = { "number", default = 2, min = 0, max = 20 },
    dust = { "number", default = 7, min = 0, max = 100 },
    flicker = { "number", default = 0.25, min = 0, max = 1 },
    jitter = { "number", default = 0.006, min = 0, max = 0.2 },
    grain = { "number", default = 0.4, min = 0, max = 1 },
    fps = { "number", default = 16, min = 1, max = 120 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local tick, seed = effect.tick(context, params.fps), context.seed
    local print = stock(image, { tint = params.tint })
    local weave = params.jitter * height
    local frame = print:tile("clamp"):transform(mr.transform.translate(
      weave * random.line(seed + 20, tick * 0.9), weave * random.line(seed + 21, tick * 0.7)))
      :crop { 0, 0, width, height }
    frame = frame:gain(1 + params.flicker * 0.5 * random.line(seed + 22, tick * 0.8))
      :grain { amount = params.grain * 0.085, size = math.max(1, height / 360), seed = seed, frame = tick }
      :vignette { amount = 0.55, radius = 1.05, softness = 0.55, frame = { 0, 0, width, height } }
    frame = dust(frame, params, seed, tick, width, height)
    return scratches(frame, params, seed, tick, width, height):matte(image)
  end,
}
