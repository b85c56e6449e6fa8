-- SPDX-License-Identifier: MIT
-- wipe: a straight edge moves across and leaves the new picture behind it.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local transition = require "moonreel.transition"

---@class moonreel.WipeOptions: moonreel.TransitionOptions
---@field angle? number     degrees clockwise from left-to-right (default 0)
---@field softness? number  width of the edge as a share of the way, 0 to 1 (default 0.02)

local edge = mr.kernel {
  name = "wipe", inputs = { "from", "to" },
  params = { across = 1, down = 0, start = 0, length = 1, position = 0, softness = 1 },
  body = function(k)
    local way = k.x * k.across + k.y * k.down - k.start
    return k.to:mix(k.from, way:smoothstep(k.position - k.softness, k.position))
  end,
}

return transition {
  name = "wipe",
  options = {
    angle = { "number", default = 0 },
    softness = { "number", default = 0.02, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    local softness = math.max(params.softness * length, 1)
    return edge(from, to, {
      across = across, down = down, start = start,
      position = progress * (length + softness), softness = softness,
    })
  end,
}
