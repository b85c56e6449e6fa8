-- SPDX-License-Identifier: MIT
-- bleach_bypass: silver left in the film: pale colours under a hard black-and-white picture.

local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.BleachBypassOptions
---@field amount? number    0 to 1 (default 0.8)
---@field contrast? number  of the silver (default 1.15)

return effect {
  name = "bleach_bypass",
  options = {
    amount = { "number", default = 0.8, min = 0, max = 1 },
    contrast = { "number", default = 1.15, min = 0, max = 3 },
  },
  draw = function(image, params)
    if params.amount == 0 then return image end
    local colors = pixels.solid(image)
    local silver = colors:saturation(0):contrast(params.contrast)
    local pale = colors:saturation(1 - 0.3 * params.amount)
    return silver:blend(pale, "overlay", { opacity = params.amount }):matte(image)
  end,
}
