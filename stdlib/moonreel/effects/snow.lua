-- SPDX-License-Identifier: MIT
-- snow: flakes that sway down before the picture, near ones large and soft.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.SnowOptions
---@field amount? number   0 to 1 (default 0.6)
---@field size? number     of the flakes (default 1)
---@field wind? number     frame heights a second to the right, of the nearest (default 0.08)
---@field speed? number    frame heights a second, of the nearest (default 0.3)

-- One flake in each cell of a grid that falls; it sways inside its cell, so that no cell's border cuts it.
local function layer(k, index, cells, radius, blur)
  local near = 1 / (1 + index * 0.35)
  local u = (k.x / k.height - k.time * k.wind * near) * cells + index * 31.7
  local v = (k.y / k.height - k.time * k.speed * near) * cells + index * 7.9
  local column, row = u:floor(), v:floor()
  local one, two = pixels.hash(column + k.seed, row), pixels.hash(column + 19, row + k.seed)
  local room = 0.5 - radius * 1.5
  local sway = (one * 6.283 + k.time * (0.8 + two)):sin()
  local x = (sway * 0.5 + (two - 0.5)) * room
  local y = (one - 0.5) * 2 * room
  local distance = pixels.length(u:fract() - 0.5 - x, v:fract() - 0.5 - y)
  local size = radius * (0.6 + one * 0.7) * k.size
  local flake = 1 - distance:smoothstep(size * (1 - blur), size * (1 + blur * 0.5))
  return flake * (k.amount - pixels.hash(column + 5, row + 11 + k.seed)):at_least(1e-6, 1, 0) * (0.55 + two * 0.4)
end

local numbers = { height = 1, amount = 0.6, size = 1, wind = 0, speed = 0.3, time = 0, seed = 0 }

-- The nearest flakes, which are large and out of focus.
local near = mr.kernel {
  name = "snow: near", inputs = {}, extent = "everywhere", params = numbers,
  body = function(k)
    local snow = layer(k, 0, 5, 0.11, 0.85) * 0.8
    snow = snow:max(layer(k, 1, 9, 0.1, 0.6) * 0.9)
    return mr.pixel(snow, snow, snow, 1)
  end,
}

local fall = mr.kernel {
  name = "snow", inputs = { "image", "near" }, extent = "image", params = numbers,
  body = function(k)
    local snow = k.near.red:max(layer(k, 2.5, 16, 0.09, 0.5))
    snow = snow:max(layer(k, 5, 28, 0.11, 0.5) * 0.8)
    return k.image:mix(mr.pixel(0.97, 0.985, 1, 1) * k.image.alpha, snow)
  end,
}

return effect {
  name = "snow",
  options = {
    amount = { "number", default = 0.6, min = 0, max = 1 },
    size = { "number", default = 1, min = 0.1, max = 2 },
    wind = { "number", default = 0.08, min = -3, max = 3 },
    speed = { "number", default = 0.3, min = 0, max = 5 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local height = context.size[2]
    -- of the edge of the smallest of the near flakes
    local factor = math.min(2, soft.factor(0.007 * height * params.size))
    local function given(scale)
      return {
        height = height * scale, amount = params.amount, size = params.size, wind = params.wind,
        speed = params.speed, time = context.time, seed = context.seed % 1000,
      }
    end
    return fall(image, soft.enlarged(near(given(1 / factor)), context.size, factor), given(1))
  end,
}
