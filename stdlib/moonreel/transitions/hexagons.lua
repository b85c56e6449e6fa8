-- SPDX-License-Identifier: MIT
-- hexagons: the picture falls into larger and larger honeycombs, which get fine again as the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.HexagonsOptions: moonreel.TransitionOptions
---@field size? number  width of the largest cells, as a share of the shorter side (default 0.16)

local honeycomb = mr.kernel {
  name = "hexagons", inputs = { "image" }, extent = "everywhere",
  params = { center_x = 0, center_y = 0, cell = 1 },
  body = function(k)
    -- the centres of the cells are two grids of oblongs, one in the gaps of the other
    local wide, high = k.cell, k.cell * math.sqrt(3)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local one_x, one_y = ((x / wide):floor() + 0.5) * wide, ((y / high):floor() + 0.5) * high
    local two_x, two_y = (x / wide + 0.5):floor() * wide, (y / high + 0.5):floor() * high
    local function away(cell_x, cell_y) return (x - cell_x) * (x - cell_x) + (y - cell_y) * (y - cell_y) end
    local nearer = away(two_x, two_y) - away(one_x, one_y)
    return k.image:at(nearer:at_least(0, one_x, two_x) + k.center_x, nearer:at_least(0, one_y, two_y) + k.center_y)
  end,
}

return transition {
  name = "hexagons",
  options = { size = { "number", default = 0.16, min = 0.01, max = 1 } },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local mixed = transition.mixed(from, to, curve.part(progress, 0.3, 0.4))
    local cell = params.size * math.min(width, height) * math.sin(math.pi * progress) ^ 2
    if cell <= 0.5 then return mixed end
    -- what a cell shows is about the mean of it
    return honeycomb(mixed:clamp_to_edges():blur(cell * 0.28), {
      center_x = width / 2, center_y = height / 2, cell = cell,
    })
  end,
}
