-- SPDX-License-Identifier: MIT
-- warp: a wave passes across; behind its crest the new picture unfolds while the old one is drawn together.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local frame = require "moonreel.frame"
local transition = require "moonreel.transition"

---@class moonreel.WarpOptions: moonreel.TransitionOptions
---@field angle? number     degrees clockwise from left-to-right, the way the wave goes (default 0)
---@field softness? number  width of the wave as a share of the way, 0.1 to 2 (default 1)

local wave = mr.kernel {
  name = "warp", inputs = { "from", "to" }, extent = "everywhere",
  params = { across = 1, down = 0, start = 0, length = 1, soft = 1, progress = 0, center_x = 0, center_y = 0 },
  body = function(k)
    local place = (k.x * k.across + k.y * k.down - k.start) / k.length
    local share = curve.smooth(((k.progress * (1 + k.soft) - place) / k.soft):clamp())
    local function scaled(image, scale)
      return image:at((k.x - k.center_x) * scale + k.center_x, (k.y - k.center_y) * scale + k.center_y)
    end
    return scaled(k.from, 1 - share):mix(scaled(k.to, share), share)
  end,
}

return transition {
  name = "warp",
  options = {
    angle = { "number", default = 0 },
    softness = { "number", default = 1, min = 0.1, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    return wave(from:clamp_to_edges(), to:clamp_to_edges(), {
      across = across, down = down, start = start, length = length, soft = params.softness, progress = progress,
      center_x = context.size[1] / 2, center_y = context.size[2] / 2,
    })
  end,
}
