-- SPDX-License-Identifier: MIT
-- mosaic: squares of one colour each, all over or only in a part that must not be recognised.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.MosaicOptions
---@field size? number            of a square, as a share of the frame's shorter side (default 0.05)
---@field radius? number          of the round part, likewise; 0: all over (default 0)
---@field center? moonreel.Point  of the part (default the middle)

return effect {
  name = "mosaic",
  options = {
    size = { "number", default = 0.05, min = 0.002, max = 1 },
    radius = { "number", default = 0, min = 0, max = 2 },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit = math.min(width, height)
    local cell = math.max(1, params.size * unit)
    local squares = image:clamp_to_edges():pixelate(cell, { center = { width / 2, height / 2 } })
      :crop { 0, 0, width, height }
    if params.radius == 0 then return squares end
    local radius, x, y = params.radius * unit, params.center[1], params.center[2]
    local mask = mr.image.mask {
      ellipse = { x - radius, y - radius, 2 * radius, 2 * radius }, feather = radius * 0.15,
    }
    return squares:matte(mask):composite(image:matte(mask, { inverted = true }), "plus")
  end,
}
