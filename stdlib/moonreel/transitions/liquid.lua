-- SPDX-License-Identifier: MIT
-- liquid: waves of colour roll in one behind the other, and the new picture is the last of them.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.LiquidOptions: moonreel.TransitionOptions
---@field angle? number     degrees clockwise from left-to-right, the way waves roll (default -90: upwards)
---@field height? number    of the waves, as a share of the way (default 0.16)
---@field waves? number     across the frame (default 1.4)
---@field gap? number       from wave to wave, as a share of the way (default 0.13)
---@field colors? moonreel.Color|moonreel.Color[]  of the waves before the new picture, one to three (default "#ffb703", "#fb5607")

local most = 3

local sea = mr.kernel {
  name = "liquid", inputs = { "from", "to" },
  params = { across = 1, down = 0, start = 0, length = 1, front = 0, height = 0, rate = 1, gap = 0, seed = 0, time = 0,
    count = 2, color1 = "white", color2 = "white", color3 = "white" },
  body = function(k)
    local place = (k.x * k.across + k.y * k.down - k.start) / k.length
    local side = (k.y * k.across - k.x * k.down) * k.rate
    -- How far a wave has come here: long swells and shorter ones that run over them.
    local function covered(index)
      local offset = index * 1.9 + k.seed
      local swell = (side * 6.283 + offset + k.time * 3):sin() * 0.5 + (side * 13.1 - offset * 1.7 - k.time * 4):sin() * 0.28
        + (side * 3.4 + offset * 2.3):cos() * 0.42
      local edge = k.front - k.gap * index + swell * k.height * 0.5
      return ((edge - place) * k.length + 0.5):clamp()
    end
    local result = k.from
    for index = 1, most do
      local color = k["color" .. index]
      -- Waves beyond the count are those of the last colour: the new picture covers them.
      result = result:mix(color * k.from.alpha:max(k.to.alpha), covered(index - 1) * (k.count - index + 1):clamp())
    end
    return result:mix(k.to, covered(k.count))
  end,
}

return transition {
  name = "liquid",
  ease = "smooth",
  options = {
    angle = { "number", default = -90 },
    height = { "number", default = 0.16, min = 0, max = 0.6 },
    waves = { "number", default = 1.4, min = 0.1, max = 12 },
    gap = { "number", default = 0.13, min = 0, max = 0.6 },
    colors = { "colors", default = { "#ffb703", "#fb5607" } },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    local count = math.min(most, #params.colors)
    local margin = params.height * 0.62 + 2 / length
    local numbers = {
      across = across, down = down, start = start, length = length, height = params.height, gap = params.gap,
      rate = params.waves / math.max(context.size[1], context.size[2]), seed = noise.seed(context) % 7,
      time = progress, count = count, front = -margin + progress * (1 + 2 * margin + params.gap * count),
    }
    for index = 1, most do numbers["color" .. index] = params.colors[math.min(index, count)] end
    return sea(from, to, numbers)
  end,
}
