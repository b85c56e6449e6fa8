-- SPDX-License-Identifier: MIT
-- grid_flip: the picture is cut into tiles that turn over one after the other, with the new one on their backs.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.GridFlipOptions: moonreel.TransitionOptions
---@field columns? integer        tiles across (default 8); rows follow, so that tiles are nearly square
---@field color? moonreel.Color   what shows between them (default "#101114")
---@field spread? number          how much later the last tile turns, 0 (together) to 3 (default 1)
---@field order? number           0 quite at random, 1 strictly from the left (default 0.6)

local tiles = mr.kernel {
  name = "grid_flip", inputs = { "from", "to" }, extent = "everywhere",
  params = { wide = 1, high = 1, columns = 1, spread = 1, order = 1, progress = 0, color = "#101114", seed = 0 },
  body = function(k)
    local column, row = (k.x / k.wide):floor(), (k.y / k.high):floor()
    local way = column / (k.columns - 1):max(1)
    local wait = noise.hash(column, row, k.seed):mix(way, k.order) * k.spread
    local share = (k.progress * (1 + k.spread) - wait):clamp()
    local turned = (share * math.pi):cos()
    local inside = k.x - (column + 0.5) * k.wide
    local width = turned:abs():max(0.001)
    local x = inside / width + (column + 0.5) * k.wide
    local shown = turned:at_least(0, 1, 0)
    local side = k.to:at(x, k.y):mix(k.from:at(x, k.y), shown)
    -- a tile that stands at an angle catches less light
    local light = 0.45 + 0.55 * width
    local lit = side * mr.pixel(light, light, light, 1)
    local cover = (k.wide / 2 * width - inside:abs() + 0.5):clamp()
    -- a tile that lies flat has no gap beside it
    local flat = width:smoothstep(0.98, 1)
    return k.color:mix(lit, cover:max(flat))
  end,
}

return transition {
  name = "grid_flip",
  options = {
    columns = { "integer", default = 8, min = 1, max = 100 },
    color = { "color", default = "#101114" },
    spread = { "number", default = 1, min = 0, max = 3 },
    order = { "number", default = 0.6, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local wide, high = frame.cells(params.columns, context.size)
    return tiles(from:clamp_to_edges(), to:clamp_to_edges(), {
      wide = wide, high = high, columns = params.columns, spread = params.spread, order = params.order,
      progress = progress, color = params.color, seed = noise.seed(context),
    })
  end,
}
