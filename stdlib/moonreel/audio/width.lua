-- SPDX-License-Identifier: MIT
-- width: how far apart the sides are.

local sound_effect = require "moonreel.sound_effect"

---@class moonreel.WidthOptions
---@field width? moonreel.MovingNumber  0 is the same on both sides, 1 as it is, 2 twice as far apart (default 1.5)

return sound_effect {
  name = "width",
  options = { width = { "moving", default = 1.5, min = 0, max = 4 } },
  body = function(k)
    local middle = k.sum(k.sound) / k.channels
    return middle + (k.sound - middle) * k.width
  end,
}
