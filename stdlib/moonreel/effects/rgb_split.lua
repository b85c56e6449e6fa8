-- SPDX-License-Identifier: MIT
-- rgb_split: red and blue slide apart along one direction.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local random = require "moonreel.random"

---@class moonreel.RgbSplitOptions
---@field amount? number   how far, as a share of the shorter side (default 0.025)
---@field angle? number    degrees clockwise, 0 to the right (default 0)
---@field wobble? number   how much the distance changes with time, 0 to 1 (default 0.4)
---@field speed? number    how often a second (default 3)

local split = mr.kernel {
  name = "rgb_split",
  params = { dx = 0, dy = 0 },
  extent = "image",
  body = function(k)
    local red, blue = k.image:at(k.x - k.dx, k.y - k.dy), k.image:at(k.x + k.dx, k.y + k.dy)
    return mr.pixel(red.red, k.image.green, blue.blue, red.alpha:max(blue.alpha):max(k.image.alpha))
  end,
}

return effect {
  name = "rgb_split",
  options = {
    amount = { "number", default = 0.025, min = 0, max = 1 },
    angle = { "number", default = 0 },
    wobble = { "number", default = 0.4, min = 0, max = 1 },
    speed = { "number", default = 3, min = 0, max = 60 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local wobble = 1 + params.wobble * random.wander(context.seed, context.time * params.speed)
    local length = params.amount * math.min(context.size[1], context.size[2]) * wobble
    local angle = math.rad(params.angle)
    return split(image:clamp_to_edges(), {
      dx = length * math.cos(angle), dy = length * math.sin(angle), reach = math.abs(length) + 1,
    }):crop { 0, 0, context.size[1], context.size[2] }
  end,
}
