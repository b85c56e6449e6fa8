-- SPDX-License-Identifier: MIT
-- wave: the picture waves like a flag, with folds of light and shade.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.WaveOptions
---@field amount? number   how far it moves, as a share of the frame's shorter side (default 0.035)
---@field waves? number    across the frame (default 1.6)
---@field speed? number    waves a second (default 0.7)
---@field angle? number    the way that waves run, degrees clockwise, 0 to the right (default 12)
---@field shade? number    of the folds, 0 to 1 (default 0.5)

local cloth = mr.kernel {
  name = "wave",
  params = { along_x = 1, along_y = 0, rate = 1, phase = 0, amount = 0, shade = 0 },
  extent = "image",
  body = function(k)
    local place = (k.x * k.along_x + k.y * k.along_y) * k.rate - k.phase
    -- A second wave of another length keeps it from looking like a machine's.
    local lift = place:sin() * 0.75 + (place * 1.7 + 1.1):sin() * 0.25
    local slope = place:cos() * 0.75 + (place * 1.7 + 1.1):cos() * 0.42
    local read = k.image:at(k.x - k.along_y * lift * k.amount, k.y + k.along_x * lift * k.amount)
    local light = 1 + slope * k.shade * 0.25
    return mr.pixel(read.red * light, read.green * light, read.blue * light, read.alpha)
  end,
}

return effect {
  name = "wave",
  options = {
    amount = { "number", default = 0.035, min = 0, max = 0.5 },
    waves = { "number", default = 1.6, min = 0.1, max = 50 },
    speed = { "number", default = 0.7 },
    angle = { "number", default = 12 },
    shade = { "number", default = 0.5, min = 0, max = 1 },
  },
  neutral = { amount = 0, shade = 0 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local angle = math.rad(params.angle)
    return cloth(image:clamp_to_edges(), {
      along_x = math.cos(angle), along_y = math.sin(angle), rate = 2 * math.pi * params.waves / width,
      phase = 2 * math.pi * params.speed * context.time,
      amount = params.amount * math.min(width, height), shade = params.shade,
    }):crop { 0, 0, width, height }
  end,
}
