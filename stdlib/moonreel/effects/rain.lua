-- SPDX-License-Identifier: MIT
-- rain: streaks in three depths before the picture, slanting with the wind.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.RainOptions
---@field amount? number   0 to 1 (default 0.6)
---@field wind? number     how far drops drift to the right for each step down (default 0.18)
---@field speed? number    frame heights a second, of the nearest (default 2.2)
---@field gloom? number    how much darker and grayer the picture becomes, 0 to 1 (default 0.4)

-- Columns of falling streaks, each column with its own speed and phase.
local function layer(k, index, columns, length, speed)
  local y = k.y * k.rows
  local u = (k.x - y * k.wind) / k.height * columns + index * 17.3
  local column = u:floor()
  local chance, phase = pixels.hash(column, k.seed + index), pixels.hash(column + 7, k.seed + index * 3)
  local fall = y / k.height / length - k.time * k.speed * speed / length * (0.85 + phase * 0.3) + phase * 9
  local drop = pixels.hash(column + 3, fall:floor() % 509 + k.seed)
  local along = fall:fract()
  local streak = along:smoothstep(0.1, 0.75) * (1 - along:smoothstep(0.93, 1))
  local across = 1 - ((u:fract() - 0.5):abs() * 2):smoothstep(0.1, 0.42)
  return streak * across * (k.amount - drop):at_least(1e-6, 1, 0) * (0.45 + chance * 0.55)
end

local streaks = mr.kernel {
  name = "rain: streaks", inputs = {}, extent = "everywhere",
  params = { height = 1, rows = 1, amount = 0.6, wind = 0, speed = 2, time = 0, seed = 0 },
  body = function(k)
    local rain = layer(k, 1, 42, 0.34, 1) * 0.5 + layer(k, 2, 90, 0.2, 0.72) * 0.34
      + layer(k, 3, 170, 0.11, 0.5) * 0.2
    return mr.pixel(rain, rain, rain, 1)
  end,
}

local fall = mr.kernel {
  name = "rain", inputs = { "image", "streaks" }, extent = "image", params = { gloom = 0 },
  body = function(k)
    local rain, gray = k.streaks.red, k.image.luma
    local share = k.gloom * 0.55
    local dark = 1 - k.gloom * 0.3
    local function part(component, tint)
      return component:mix(gray, share) * dark * (1 - rain * 0.3) + rain * tint * 0.75 * k.image.alpha
    end
    return mr.pixel(part(k.image.red, 0.86), part(k.image.green, 0.92), part(k.image.blue, 1), k.image.alpha)
  end,
}

return effect {
  name = "rain",
  options = {
    amount = { "number", default = 0.6, min = 0, max = 1 },
    wind = { "number", default = 0.18, min = -3, max = 3 },
    speed = { "number", default = 2.2, min = 0, max = 20 },
    gloom = { "number", default = 0.4, min = 0, max = 1 },
  },
  neutral = { amount = 0, gloom = 0 },
  draw = function(image, params, context)
    -- Streaks change little from row to row, unless they lie.
    local rows = math.abs(params.wind) <= 0.4 and context.size[2] >= 720 and 2 or 1
    local drawn = streaks {
      height = context.size[2], rows = rows, amount = params.amount, wind = params.wind,
      speed = params.speed, time = context.time, seed = context.seed % 1000,
    }
    return fall(image, soft.enlarged(drawn, context.size, 1, rows), { gloom = params.gloom })
  end,
}
