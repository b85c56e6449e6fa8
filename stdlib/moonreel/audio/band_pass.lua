-- SPDX-License-Identifier: MIT
-- band_pass: what is lower or higher becomes quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.BandPassOptions
---@field frequency? moonreel.MovingNumber  hertz, its middle (default 1000)
---@field q? moonreel.MovingNumber          how narrow: the frequency over the width (default 1)

return sound_effect {
  name = "band_pass",
  options = {
    frequency = { "moving", default = 1000, min = 10, max = 96000 },
    q = { "moving", default = 1, min = 0.1, max = 100 },
  },
  body = function(k) return dsp.band_pass(k, k.sound, k.frequency, k.q) end,
}
