-- SPDX-License-Identifier: MIT
-- ripple: the whole frame trembles in rings like the surface of a pond, while one picture becomes the other.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.RippleOptions: moonreel.TransitionOptions
---@field waves? number            rings between the middle and a corner (default 10)
---@field height? number           how far they move things, as a share of the shorter side (default 0.04)
---@field center? moonreel.Point   where they come from (default the middle)

local pond = mr.kernel {
  name = "ripple", inputs = { "from", "to" }, extent = "everywhere",
  params = { center_x = 0, center_y = 0, wave = 1, phase = 0, height = 0, share = 0, shine = 0 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local radius = pixels.length(x, y):max(0.5)
    local turn = radius / k.wave - k.phase
    local shift = turn:sin() * k.height / radius
    local at_x, at_y = k.x + x * shift, k.y + y * shift
    local picture = k.from:at(at_x, at_y):mix(k.to:at(at_x, at_y), k.share)
    -- slopes that face the light shine a little
    local slope = turn:cos() * (x - y) / radius
    return picture * mr.pixel(1, 1, 1, 1):mix(mr.pixel(2, 2, 2, 1), slope * k.shine)
  end,
}

return transition {
  name = "ripple",
  options = {
    waves = { "number", default = 10, min = 1, max = 100 },
    height = { "number", default = 0.04, min = 0, max = 0.5 },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local x, y = transition.point(params.center, context.size)
    local storm = math.sin(math.pi * progress) ^ 2
    return pond(from:clamp_to_edges(), to:clamp_to_edges(), {
      center_x = x, center_y = y, phase = 20 * progress, share = curve.smooth(progress),
      wave = math.sqrt(width ^ 2 + height ^ 2) / 2 / (2 * math.pi * params.waves),
      height = params.height * math.min(width, height) * storm, shine = 0.18 * storm,
    })
  end,
}
