-- SPDX-License-Identifier: MIT
-- peak: what is around one frequency becomes louder or quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.PeakOptions
---@field frequency? moonreel.MovingNumber  hertz, its middle (default 1000)
---@field q? moonreel.MovingNumber          how narrow: the frequency over the width (default 1)
---@field gain? moonreel.MovingNumber       decibels (default 6)

return sound_effect {
  name = "peak",
  options = {
    frequency = { "moving", default = 1000, min = 10, max = 96000 },
    q = { "moving", default = 1, min = 0.1, max = 100 },
    gain = { "moving", default = 6, min = -60, max = 40 },
  },
  body = function(k) return dsp.peak(k, k.sound, k.frequency, k.q, k.gain) end,
}
