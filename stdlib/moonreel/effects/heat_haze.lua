-- SPDX-License-Identifier: MIT
-- heat_haze: hot air rises before the picture and makes it tremble, most of all near the ground.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local noise = require "moonreel.noise"

---@class moonreel.HeatHazeOptions
---@field amount? number  how far pixels move, as a share of the shorter side (default 0.012)
---@field size? number    of the swirls, likewise (default 0.06)
---@field speed? number   how fast they rise, in sides a second (default 0.25)
---@field ground? number  the share of the frame's height in which air is hot, 0 to 1: all of it (default 1)

local shimmer = mr.kernel {
  name = "heat_haze", inputs = { "image", "one", "two" }, extent = "image",
  params = { amount = 0, bottom = 1, high = 1 },
  body = function(k)
    local hot = (1 - (k.bottom - k.y) / k.high):smoothstep(0, 0.8) * k.amount
    return k.image:at(k.x + (k.one.red - 0.5) * hot * 2, k.y + (k.two.red - 0.5) * hot * 1.4)
  end,
}

return effect {
  name = "heat_haze",
  options = {
    amount = { "number", default = 0.012, min = 0, max = 0.2 },
    size = { "number", default = 0.06, min = 0.01, max = 1 },
    speed = { "number", default = 0.25, min = 0, max = 5 },
    ground = { "number", default = 1, min = 0.05, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local unit, seed = math.min(width, height), noise.seed(context)
    local across, down = 1 / (params.size * unit), 0.6 / (params.size * unit)
    local function air(offset, pace)
      -- Some thousand cells on, the field begins anew.
      local top = context.time * params.speed * pace / params.size % 2000
      return noise.clouds(context.size, 2, { across = across, down = down, top = top, seed = (seed + offset) % 997 })
    end
    return shimmer(image:clamp_to_edges(), air(0, 0.6), air(13, 0.75), {
      amount = params.amount * unit, bottom = height, high = params.ground * height * 1.25,
    }):crop { 0, 0, width, height }
  end,
}
