-- SPDX-License-Identifier: MIT
-- halftone: dots of the new picture, as of a printing screen, grow along a diagonal until they meet.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.HalftoneOptions: moonreel.TransitionOptions
---@field dot? number     distance of dots as a share of the shorter side (default 0.06)
---@field screen? number  degrees by which the screen is turned (default 45)
---@field angle? number   degrees clockwise from left-to-right, the way dots begin to grow (default 30)
---@field spread? number  how much later the last dot begins, 0 (together) to 2 (default 1)

local screen = mr.kernel {
  name = "halftone", inputs = { "from", "to" },
  params = { cell = 10, sin = 0, cos = 1, across = 1, down = 0, start = 0, length = 1, progress = 0, spread = 1 },
  body = function(k)
    local u, v = (k.x * k.cos + k.y * k.sin) / k.cell, (k.y * k.cos - k.x * k.sin) / k.cell
    local x, y = u:fract() - 0.5, v:fract() - 0.5
    local way = (k.x * k.across + k.y * k.down - k.start) / k.length
    local own = (k.progress * (1 + k.spread) - way * k.spread):clamp()
    -- a dot that holds its whole cell has a radius of half the cell's diagonal
    local pixel = 1.5 / k.cell
    local radius = own * (0.7072 + pixel)
    return k.to:mix(k.from, pixels.length(x, y):smoothstep(radius - pixel, radius))
  end,
}

return transition {
  name = "halftone",
  options = {
    dot = { "number", default = 0.06, min = 0.005, max = 1 },
    screen = { "number", default = 45 },
    angle = { "number", default = 30 },
    spread = { "number", default = 1, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    local turned = math.rad(params.screen)
    return screen(from, to, {
      cell = params.dot * math.min(context.size[1], context.size[2]), sin = math.sin(turned), cos = math.cos(turned),
      across = across, down = down, start = start, length = length,
      progress = progress, spread = params.spread,
    })
  end,
}
