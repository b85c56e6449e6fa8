-- SPDX-License-Identifier: MIT
-- glitch: broken data: blocks jump aside, colours part, lines repeat, in bursts.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local random = require "moonreel.random"

---@class moonreel.GlitchOptions
---@field amount? number   how much is broken, 0 to 1 (default 0.6)
---@field shift? number    how far blocks jump, as a share of the width (default 0.12)
---@field bursts? number   how much of the time it happens, 0 to 1 (default 0.7)
---@field fps? number      how often a second it changes (default 12)

local broken = mr.kernel {
  name = "glitch",
  params = { width = 1, height = 1, amount = 0, shift = 0, tick = 0 },
  extent = "image",
  body = function(k)
    local u, v = k.x / k.width, k.y / k.height
    -- Strips of three heights; a strip jumps where its number is among the lowest.
    local shift = 0
    for index, rows in ipairs { 7, 23, 61 } do
      local strip = (v * rows + index * 0.37):floor()
      local chance = pixels.hash(strip, k.tick + index * 17)
      local way = pixels.hash(strip + 5, k.tick + index * 29) - 0.5
      shift = shift + (k.amount * 0.32 / index ^ 0.5 - chance):at_least(1e-6, 1, 0) * way * k.shift * 2
    end
    local column, row = (u * 9):floor(), (v * 13):floor()
    local is_block = (k.amount * 0.1 - pixels.hash(column + row * 31, k.tick + 3)):at_least(1e-6, 1, 0)
    local x = k.x + shift * k.width + is_block * k.width * 0.09
    local y = k.y - is_block * k.height * 0.06
    local part = (shift:abs() * 0.22 + is_block * 0.012 + k.amount * 0.004) * k.width
    local red, green, blue = k.image:at(x - part, y), k.image:at(x, y), k.image:at(x + part, y)
    local line = 1 - shift:abs():smoothstep(0, 0.02) * ((k.y / k.height * 135):fract() - 0.5):at_least(0, 0.25, 0)
    local alpha = red.alpha:max(green.alpha):max(blue.alpha)
    return mr.pixel(red.red * line, green.green * line, blue.blue * line, alpha)
  end,
}

return effect {
  name = "glitch",
  options = {
    amount = { "number", default = 0.6, min = 0, max = 1 },
    shift = { "number", default = 0.12, min = 0, max = 1 },
    bursts = { "number", default = 0.7, min = 0, max = 1 },
    fps = { "number", default = 12, min = 0.1, max = 120 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local tick = effect.tick(context, params.fps)
    local burst = random.number(context.seed, tick // 3)
    if burst >= params.bursts or params.amount == 0 then return image end
    local strength = 0.5 + 0.5 * random.number(context.seed + 1, tick)
    return broken(image:clamp_to_edges(), {
      width = context.size[1], height = context.size[2], amount = params.amount * strength,
      shift = params.shift, tick = tick % 512 + context.seed % 1000,
    }):crop { 0, 0, context.size[1], context.size[2] }
  end,
}
