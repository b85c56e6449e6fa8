-- SPDX-License-Identifier: MIT
-- dreamy: the picture sways and glows as if remembered, and the new one comes out of the haze.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local soft = require "moonreel.soft"
local transition = require "moonreel.transition"

---@class moonreel.DreamyOptions: moonreel.TransitionOptions
---@field sway? number   how far it sways, as a share of the shorter side (default 0.04)
---@field waves? number  waves over the frame's height (default 2.5)
---@field glow? number   how strongly light spreads, 0 to 1 (default 0.7)

local sway = mr.kernel {
  name = "dreamy", inputs = { "from", "to" }, extent = "everywhere",
  params = { height = 1, waves = 1, phase = 0, amount = 0, share = 0 },
  body = function(k)
    local turn = k.y / k.height * k.waves * 2 * math.pi
    local shift = ((turn + k.phase):sin() + (turn * 1.7 - k.phase * 1.3):sin() * 0.5) * k.amount
    local x, y = k.x + shift, k.y + shift * 0.25
    return k.from:at(x, y):mix(k.to:at(x, y), k.share)
  end,
}

return transition {
  name = "dreamy",
  options = {
    sway = { "number", default = 0.04, min = 0, max = 0.5 },
    waves = { "number", default = 2.5, min = 0.5, max = 20 },
    glow = { "number", default = 0.7, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local shorter, haze = math.min(width, height), math.sin(math.pi * progress) ^ 2
    local wavy = sway(from:clamp_to_edges(), to:clamp_to_edges(), {
      height = height, waves = params.waves, phase = 6 * progress, amount = params.sway * shorter * haze,
      share = curve.smooth(progress),
    }):crop { 0, 0, width, height }
    local sigma = 0.05 * shorter * haze
    local light = soft.drawn(wavy, soft.factor(sigma), function(small, scale)
      return small:clamp_to_edges():blur(sigma * scale)
    end)
    return light:blend(wavy, "screen", { opacity = params.glow * haze })
  end,
}
