-- SPDX-License-Identifier: MIT
-- notch: one frequency is taken out.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.NotchOptions
---@field frequency? moonreel.MovingNumber  hertz, its middle (default 1000)
---@field q? moonreel.MovingNumber          how narrow: the frequency over the width (default 10)

return sound_effect {
  name = "notch",
  options = {
    frequency = { "moving", default = 1000, min = 10, max = 96000 },
    q = { "moving", default = 10, min = 0.1, max = 100 },
  },
  body = function(k) return dsp.notch(k, k.sound, k.frequency, k.q) end,
}
