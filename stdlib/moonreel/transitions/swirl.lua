-- SPDX-License-Identifier: MIT
-- swirl: the picture is stirred into a whirlpool, most of all in the middle, and unwinds as the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.SwirlOptions: moonreel.TransitionOptions
---@field turns? number   how often the middle is wound up (default 1)
---@field radius? number  how far the whirl reaches, as a share of half the diagonal (default 1)

local whirl = mr.kernel {
  name = "swirl", inputs = { "from", "to" }, extent = "everywhere",
  params = { center_x = 0, center_y = 0, radius = 1, angle = 0, share = 0 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local depth = (1 - pixels.length(x, y) / k.radius):clamp()
    local angle = depth * depth * k.angle
    local sin, cos = angle:sin(), angle:cos()
    local at_x, at_y = k.center_x + x * cos - y * sin, k.center_y + x * sin + y * cos
    return k.from:at(at_x, at_y):mix(k.to:at(at_x, at_y), k.share)
  end,
}

return transition {
  name = "swirl",
  ease = "smooth",
  options = {
    turns = { "number", default = 1, min = -8, max = 8 },
    radius = { "number", default = 1, min = 0.1, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local share = curve.part(progress, 0.35, 0.3)
    return whirl(from:clamp_to_edges(), to:clamp_to_edges(), {
      center_x = width / 2, center_y = height / 2,
      radius = params.radius * math.sqrt(width ^ 2 + height ^ 2) / 2,
      angle = 2 * math.pi * params.turns * math.sin(math.pi * progress) ^ 2,
      share = share,
    })
  end,
}
