-- SPDX-License-Identifier: MIT
-- water_drop: a drop falls; the ring that runs outwards bends what it passes and leaves the new picture.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.WaterDropOptions: moonreel.TransitionOptions
---@field center? moonreel.Point  where it falls (default the middle)
---@field ring? number            width of the ring as a share of the way to the farthest corner (default 0.25)
---@field height? number          how far it bends things, as a share of the shorter side (default 0.08)

local drop = mr.kernel {
  name = "water_drop", inputs = { "from", "to" }, extent = "everywhere",
  params = { center_x = 0, center_y = 0, front = 0, ring = 1, height = 0 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local radius = pixels.length(x, y):max(0.5)
    -- -1 at the outer rim of the ring, 1 at the inner one
    local place = ((k.front - radius) / k.ring * 2 - 1):clamp(-1, 1)
    local hill = (1 - place * place) * (1 - place * place)
    local wave = (place * 2.5 * math.pi):sin() * hill
    local shift = wave * k.height / radius
    local at_x, at_y = k.x + x * shift, k.y + y * shift
    local picture = k.from:at(at_x, at_y):mix(k.to:at(at_x, at_y), place:smoothstep(-0.35, 0.35))
    local shine = (place * 2.5 * math.pi):cos() * hill * (x - y) / radius
    return picture * mr.pixel(1, 1, 1, 1):mix(mr.pixel(2, 2, 2, 1), shine * 0.35)
  end,
}

return transition {
  name = "water_drop",
  options = {
    center = { "point", default = { "50%", "50%" } },
    ring = { "number", default = 0.25, min = 0.05, max = 1 },
    height = { "number", default = 0.08, min = 0, max = 0.5 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local x, y = transition.point(params.center, context.size)
    local reach = frame.reach(x, y, context.size)
    local ring = params.ring * reach
    return drop(from:clamp_to_edges(), to:clamp_to_edges(), {
      center_x = x, center_y = y, front = progress * (reach + ring), ring = ring,
      height = params.height * math.min(width, height),
    })
  end,
}
