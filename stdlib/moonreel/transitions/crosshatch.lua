-- SPDX-License-Identifier: MIT
-- crosshatch: the new picture is drawn in with lines across and down, from a point outwards.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.CrosshatchOptions: moonreel.TransitionOptions
---@field line? number             width of the lines, as a share of the shorter side (default 0.012)
---@field center? moonreel.Point   where they begin (default the middle)
---@field spread? number           how much later lines begin at the edges, 0 (together) to 2 (default 0.5)

local hatching = mr.kernel {
  name = "crosshatch", inputs = { "from", "to" },
  params = { center_x = 0, center_y = 0, reach = 1, line = 1, spread = 0, progress = 0, seed = 0 },
  body = function(k)
    local row, column = (k.y / k.line):floor(), (k.x / k.line):floor()
    local wait = noise.hash(row, row * 0, k.seed):min(noise.hash(column, column * 0 + 3, k.seed))
    local far = pixels.length(k.x - k.center_x, k.y - k.center_y) / k.reach * k.spread
    local fade = 0.2
    local turn = k.progress * (1 + k.spread + fade) - wait - far
    return k.from:mix(k.to, turn:smoothstep(0, fade))
  end,
}

return transition {
  name = "crosshatch",
  options = {
    line = { "number", default = 0.012, min = 0.002, max = 0.5 },
    center = { "point", default = { "50%", "50%" } },
    spread = { "number", default = 0.5, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.point(params.center, context.size)
    return hatching(from, to, {
      center_x = x, center_y = y, reach = frame.reach(x, y, context.size), spread = params.spread,
      line = params.line * math.min(context.size[1], context.size[2]), progress = progress,
      seed = noise.seed(context),
    })
  end,
}
