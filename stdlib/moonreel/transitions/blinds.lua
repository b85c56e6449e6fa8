-- SPDX-License-Identifier: MIT
-- blinds: slats turn one after the other, each wiping its own strip.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local transition = require "moonreel.transition"

---@class moonreel.BlindsOptions: moonreel.TransitionOptions
---@field count? integer    how many slats (default 9)
---@field angle? number     degrees clockwise from left-to-right, the way the edges move (default 90)
---@field stagger? number   how much later the last slat turns, 0 (together) to 1 (default 0.5)

local slats = mr.kernel {
  name = "blinds", inputs = { "from", "to" },
  params = { across = 1, down = 0, start = 0, length = 1, count = 9, progress = 0, stagger = 0, pixel = 0 },
  body = function(k)
    local place = (k.x * k.across + k.y * k.down - k.start) / k.length * k.count
    local slat = place:floor()
    local inside = place - slat
    local own = (k.progress * (1 + k.stagger) - k.stagger * slat / (k.count - 1):max(1)):clamp()
    local position = own * (1 + k.pixel)
    local hidden = inside:smoothstep(position - k.pixel, position)
    -- a slat that turns stands at an angle to the light
    local shade = own * (1 - own) * 1.6 * hidden
    return k.to:mix(k.from * mr.pixel(1, 1, 1, 1):mix(mr.pixel(0, 0, 0, 1), shade), hidden)
  end,
}

return transition {
  name = "blinds",
  options = {
    count = { "integer", default = 9, min = 2, max = 100 },
    angle = { "number", default = 90 },
    stagger = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    return slats(from, to, {
      across = across, down = down, start = start, length = length,
      count = params.count, progress = progress, stagger = params.stagger,
      pixel = 1.5 * params.count / length,
    })
  end,
}
