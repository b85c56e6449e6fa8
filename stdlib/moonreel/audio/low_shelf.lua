-- SPDX-License-Identifier: MIT
-- low_shelf: what is lower becomes louder or quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.LowShelfOptions
---@field frequency? moonreel.MovingNumber  hertz, the middle of the slope (default 200)
---@field q? moonreel.MovingNumber          how steep the slope is (default 0.707)
---@field gain? moonreel.MovingNumber       decibels (default 6)

return sound_effect {
  name = "low_shelf",
  options = {
    frequency = { "moving", default = 200, min = 10, max = 96000 },
    q = { "moving", default = 0.707, min = 0.1, max = 10 },
    gain = { "moving", default = 6, min = -60, max = 40 },
  },
  body = function(k) return dsp.low_shelf(k, k.sound, k.frequency, k.q, k.gain) end,
}
