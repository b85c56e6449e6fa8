-- SPDX-License-Identifier: MIT
-- confetti: scraps of coloured paper tumble down before the picture and flash as they turn.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.ConfettiOptions
---@field amount? number  0 to 1 (default 0.5)
---@field size? number    of the scraps (default 1)
---@field speed? number   frame heights a second, of the nearest (default 0.45)
---@field colors? moonreel.Color|moonreel.Color[]  one to six, drawn at random (default a party's)

local party = { "#e8452c", "#ffc93c", "#2f9e6e", "#3a78d0", "#c04a9a", "#f4f0e6" }

-- One scrap in each cell of a grid that falls; each sways, turns and tumbles inside its cell, so that no border cuts it.
local function layer(k, below, index, cells, speed)
  local u = k.x / k.height * cells + index * 31.7
  local v = (k.y / k.height - k.time * k.speed * speed) * cells + index * 7.9
  local column, row = u:floor(), v:floor()
  local one, two = pixels.hash(column + k.seed, row + 3), pixels.hash(column + 19, row + k.seed)
  local sway = (one * 6.283 + k.time * (1.4 + two * 1.6)):sin()
  local x, y = u:fract() - 0.5 - sway * 0.13 - (two - 0.5) * 0.08, v:fract() - 0.5 - (one - 0.5) * 0.24
  local turn = two * 6.283 + k.time * (one - 0.5) * 5
  local cos, sin = turn:cos(), turn:sin()
  -- Seen at a slant while it tumbles: its height goes through nothing and back.
  local tumble = (one * 9 + k.time * (3 + two * 4)):cos()
  local high, wide = (tumble:abs() * 0.13 + 0.014) * k.size, 0.1 * k.size
  local away = ((x * cos + y * sin):abs() - wide):max((y * cos - x * sin):abs() - high)
  local pixel = k.height / cells
  local share = (0.5 - away * pixel):clamp() * (k.amount - pixels.hash(column + 5, row + 11 + k.seed)):at_least(1e-6, 1, 0)
  local number = (pixels.hash(column + 41, row + 7 + k.seed) * k.count):floor()
  local red, green, blue = k.color1.red, k.color1.green, k.color1.blue
  for color = 2, 6 do
    local own = k["color" .. color]
    red, green = number:at_least(color - 1, own.red, red), number:at_least(color - 1, own.green, green)
    blue = number:at_least(color - 1, own.blue, blue)
  end
  local light = 0.72 + tumble * 0.28 + tumble:smoothstep(0.9, 1) * 0.25
  return below:mix(mr.pixel((red * light):min(1), (green * light):min(1), (blue * light):min(1), 1) * k.image.alpha, share)
end

local numbers = { height = 1, amount = 0, size = 1, speed = 0, time = 0, seed = 0, count = 6 }
for index, color in ipairs(party) do numbers["color" .. index] = color end

local fall = mr.kernel {
  name = "confetti", params = numbers,
  body = function(k)
    local below = layer(k, k.image, 5, 20, 0.55)
    below = layer(k, below, 3, 13, 0.75)
    return layer(k, below, 1, 8, 1)
  end,
}

return effect {
  name = "confetti",
  options = {
    amount = { "number", default = 0.5, min = 0, max = 1 },
    size = { "number", default = 1, min = 0.1, max = 1.6 },
    speed = { "number", default = 0.45, min = 0, max = 5 },
    colors = { "colors", default = party },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local count = math.min(6, #params.colors)
    local given = {
      height = context.size[2], amount = params.amount, size = params.size, speed = params.speed,
      time = context.time, seed = context.seed % 1000, count = count,
    }
    for index = 1, count do given["color" .. index] = params.colors[index] end
    return fall(image, given)
  end,
}
