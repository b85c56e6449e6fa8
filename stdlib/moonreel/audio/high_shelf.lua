-- SPDX-License-Identifier: MIT
-- high_shelf: what is higher becomes louder or quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.HighShelfOptions
---@field frequency? moonreel.MovingNumber  hertz, the middle of the slope (default 4000)
---@field q? moonreel.MovingNumber          how steep the slope is (default 0.707)
---@field gain? moonreel.MovingNumber       decibels (default 6)

return sound_effect {
  name = "high_shelf",
  options = {
    frequency = { "moving", default = 4000, min = 10, max = 96000 },
    q = { "moving", default = 0.707, min = 0.1, max = 10 },
    gain = { "moving", default = 6, min = -60, max = 40 },
  },
  body = function(k) return dsp.high_shelf(k, k.sound, k.frequency, k.q, k.gain) end,
}
