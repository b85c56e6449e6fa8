-- SPDX-License-Identifier: MIT
-- cross_process: slide film in the wrong bath: green shadows, yellow lights, hard contrast.

local effect = require "moonreel.effect"

---@class moonreel.CrossProcessOptions
---@field amount? number  0 to 1 (default 0.85)

return effect {
  name = "cross_process",
  options = { amount = { "number", default = 0.85, min = 0, max = 1 } },
  draw = function(image, params)
    if params.amount == 0 then return image end
    local bath = image:curves {
      red = { { 0, 0 }, { 0.25, 0.16 }, { 0.5, 0.54 }, { 0.75, 0.86 }, { 1, 1 } },
      green = { { 0, 0.01 }, { 0.25, 0.22 }, { 0.5, 0.55 }, { 0.75, 0.83 }, { 1, 0.98 } },
      blue = { { 0, 0.13 }, { 0.3, 0.32 }, { 0.7, 0.62 }, { 1, 0.83 } },
    }:saturation(1.15)
    return image:dissolve(bath, params.amount)
  end,
}
