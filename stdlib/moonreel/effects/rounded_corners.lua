-- SPDX-License-Identifier: MIT
-- rounded_corners: the frame's corners cut round, with a rim if wanted.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.RoundedCornersOptions
---@field radius? number          as a share of the shorter side; 0.5 makes a pill (default 0.12)
---@field inset? number           how much is cut off all around, as a share of the shorter side (default 0)
---@field border? number          width of the rim, likewise (default 0)
---@field color? moonreel.Color   of the rim (default white)

return effect {
  name = "rounded_corners",
  options = {
    radius = { "number", default = 0.12, min = 0, max = 0.5 },
    inset = { "number", default = 0, min = 0, max = 0.49 },
    border = { "number", default = 0, min = 0, max = 0.25 },
    color = { "color", default = "white" },
  },
  neutral = { radius = 0 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit = math.min(width, height)
    local function panel(inset)
      local radius = math.max(0, math.min(params.radius * unit - (inset - params.inset * unit), unit / 2 - inset))
      return mr.image.mask { rect = { inset, inset, width - 2 * inset, height - 2 * inset }, radius = radius }
    end
    local outer = params.inset * unit
    if params.radius == 0 and outer == 0 and params.border == 0 then return image end
    local cut = image:matte(panel(outer))
    if params.border == 0 then return cut end
    local rim = panel(outer):combine(panel(outer + params.border * unit), "subtract")
    return mr.color(params.color):matte(rim):matte(image):over(cut)
  end,
}
