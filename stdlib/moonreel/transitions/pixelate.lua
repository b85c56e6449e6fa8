-- SPDX-License-Identifier: MIT
-- pixelate: the picture falls into a coarser and coarser mosaic, which gets fine again as the new one.

local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.PixelateOptions: moonreel.TransitionOptions
---@field size? number   side of the largest cells, as a share of the shorter side (default 0.15)
---@field steps? integer how many sizes there are on the way (default 12)

return transition {
  name = "pixelate",
  options = {
    size = { "number", default = 0.15, min = 0.01, max = 1 },
    steps = { "integer", default = 12, min = 2, max = 100 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local share = curve.part(progress, 0.3, 0.4)
    local mixed = transition.mixed(from, to, share)
    -- cells grow in steps; each step is a factor
    local near = 1 - math.abs(2 * progress - 1)
    local step = math.floor(near * params.steps + 0.5) / params.steps
    local cell = (params.size * math.min(width, height)) ^ step
    if cell <= 1 then return mixed end
    return mixed:clamp_to_edges():pixelate(cell, { center = { width / 2, height / 2 } })
      :crop { 0, 0, width, height }
  end,
}
