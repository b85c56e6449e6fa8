-- SPDX-License-Identifier: MIT
-- ink: drops of the new picture fall on the old one and spread through it like ink through wet paper.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local pixels = require "moonreel.pixels"
local random = require "moonreel.random"
local transition = require "moonreel.transition"

---@class moonreel.InkOptions: moonreel.TransitionOptions
---@field drops? integer         1 to 8 (default 5)
---@field rough? number          how ragged their edges are, 0 to 1 (default 0.5)
---@field color? moonreel.Color  of the wet rim (default "#10141c")

local most = 8
local numbers = { rough = 0, front = 0, life = 0, unit = 1, color = "black" }
for index = 1, most do numbers["x" .. index], numbers["y" .. index], numbers["wait" .. index] = 0, 0, 0 end

local blots = mr.kernel {
  name = "ink", inputs = { "from", "to", "clouds" }, params = numbers,
  body = function(k)
    local least
    for index = 1, most do
      local distance = pixels.length(k.x - k["x" .. index], k.y - k["y" .. index]) / k.unit + k["wait" .. index]
      least = least and least:min(distance) or distance
    end
    -- Fingers run ahead where the paper is thin.
    local ahead = least + (k.clouds.red - 0.5) * k.rough - k.front
    local inside = 1 - ahead:smoothstep(-0.02, 0.012)
    local rim = (1 - (ahead - 0.012):abs() / 0.05):clamp()
    local wet = (1 - ahead / 0.16):clamp() * (1 - inside)
    local dark = (rim * rim * 0.75 + wet * 0.3) * k.life
    local sheet = k.from:mix(k.color * k.from.alpha, dark)
    return sheet:mix(k.to, inside)
  end,
}

-- The drops' places and times, and how far the last corner is from all of them.
local function fallen(seed, count, size, unit)
  local values, reach = {}, 0
  for index = 1, most do
    -- Those beyond the count lie where the first one does.
    local own = index <= count and index or 1
    values["x" .. index] = size[1] * (0.1 + 0.8 * ((own * 0.618 + random.number(seed, own) * 0.25) % 1))
    values["y" .. index] = size[2] * (0.1 + 0.8 * random.number(seed + 1, own))
    values["wait" .. index] = own == 1 and 0 or 0.25 * random.number(seed + 2, own)
  end
  for column = 0, 16 do
    for row = 0, 16 do
      local least = math.huge
      for index = 1, most do
        local dx, dy = values["x" .. index] - size[1] * column / 16, values["y" .. index] - size[2] * row / 16
        least = math.min(least, math.sqrt(dx * dx + dy * dy) / unit + values["wait" .. index])
      end
      reach = math.max(reach, least)
    end
  end
  return values, reach
end

return transition {
  name = "ink",
  options = {
    drops = { "integer", default = 5, min = 1, max = most },
    rough = { "number", default = 0.5, min = 0, max = 1 },
    color = { "color", default = "#10141c" },
  },
  draw = function(from, to, progress, params, context)
    local size, unit = context.size, math.max(context.size[1], context.size[2])
    local given, reach = fallen(context.seed or 0, params.drops, size, unit)
    local rate = 9 / math.min(size[1], size[2])
    local clouds = noise.clouds(size, 4, { across = rate, down = rate, seed = noise.seed(context) })
    local rough = params.rough * 0.28
    given.rough, given.unit, given.color = rough, unit, params.color
    given.life = math.min(1, 12 * progress, 8 * (1 - progress))
    local first = -rough / 2 - 0.07
    given.front = first + progress * (reach + rough / 2 + 0.08 - first)
    return blots(from, to, clouds, given)
  end,
}
