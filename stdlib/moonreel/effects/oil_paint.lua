-- SPDX-License-Identifier: MIT
-- oil_paint: laid on with a brush in thick dabs, with light on the paint's ridges.

local effect = require "moonreel.effect"
local brush = require "moonreel.brush"
local pixels = require "moonreel.pixels"

---@class moonreel.OilPaintOptions
---@field brush? number       radius of a dab, as a share of the shorter side (default 0.012)
---@field ridges? number      light on the ridges, 0 to 1 (default 0.4)
---@field saturation? number  (default 1.2)

return effect {
  name = "oil_paint",
  options = {
    brush = { "number", default = 0.012, min = 0.002, max = 0.05 },
    ridges = { "number", default = 0.4, min = 0, max = 1 },
    saturation = { "number", default = 1.2, min = 0, max = 3 },
  },
  draw = function(image, params, context)
    local radius = math.max(1.5, params.brush * math.min(context.size[1], context.size[2]))
    local painted = brush.painted(pixels.solid(image), context.size, radius, function(dabs, scale)
      local colors = dabs:saturation(params.saturation)
      if params.ridges == 0 then return colors end
      local relief = colors:saturation(0):emboss { angle = 45, amount = 1.5 + radius * 0.25 * scale }
      return relief:blend(colors, "overlay", { opacity = params.ridges })
    end)
    return painted:matte(image)
  end,
}
