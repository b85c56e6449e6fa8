-- SPDX-License-Identifier: MIT
-- duotone: dark parts in one colour, bright parts in another, as printed with two inks.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.DuotoneOptions
---@field dark? moonreel.Color    (default "#1b1464", a deep blue)
---@field light? moonreel.Color   (default "#ffd23f", a warm yellow)
---@field contrast? number        of the luma before (default 1.2)
---@field amount? number          0 leaves the picture, 1 leaves none of its colours (default 1)

local print = mr.kernel {
  name = "duotone",
  params = { contrast = 1, amount = 1, dark = "black", light = "white" },
  body = function(k)
    local luma = ((k.image:straight().luma - 0.5) * k.contrast + 0.5):clamp()
    return k.image:mix(k.dark:mix(k.light, luma) * k.image.alpha, k.amount)
  end,
}

return effect {
  name = "duotone",
  options = {
    dark = { "color", default = "#1b1464" },
    light = { "color", default = "#ffd23f" },
    contrast = { "number", default = 1.2, min = 0, max = 4 },
    amount = { "number", default = 1, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params) return print(image, params) end,
}
