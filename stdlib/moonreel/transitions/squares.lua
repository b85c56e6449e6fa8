-- SPDX-License-Identifier: MIT
-- squares: small squares turn into the new picture one by one, at random or along a way.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.SquaresOptions: moonreel.TransitionOptions
---@field columns? integer  squares across (default 20); rows follow, so that they are nearly square
---@field angle? number     degrees clockwise from left-to-right, the way that order follows (default 20)
---@field order? number     0 quite at random, 1 strictly along the way (default 0.5)

local field = mr.kernel {
  name = "squares", inputs = { "from", "to" },
  params = { column = 1, row = 1, columns = 1, rows = 1, across = 1, down = 0, order = 0, progress = 0, seed = 0 },
  body = function(k)
    local column, row = (k.x / k.column):floor(), (k.y / k.row):floor()
    local way = ((column + 0.5) / k.columns - 0.5) * k.across + ((row + 0.5) / k.rows - 0.5) * k.down
    local reach = k.across:abs() + k.down:abs()
    local turn = noise.hash(column, row, k.seed):mix(way / reach + 0.5, k.order)
    local fade = 0.15
    return k.from:mix(k.to, (k.progress * (1 + fade)):smoothstep(turn, turn + fade))
  end,
}

return transition {
  name = "squares",
  options = {
    columns = { "integer", default = 20, min = 2, max = 400 },
    angle = { "number", default = 20 },
    order = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local column, row, rows = frame.cells(params.columns, context.size)
    local angle = math.rad(params.angle)
    return field(from, to, {
      column = column, row = row, columns = params.columns, rows = rows,
      across = math.cos(angle), down = math.sin(angle), order = params.order, progress = progress,
      seed = noise.seed(context),
    })
  end,
}
