-- SPDX-License-Identifier: MIT
-- low_pass: what is higher becomes quieter, 12 dB an octave.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.LowPassOptions
---@field cutoff? moonreel.MovingNumber  hertz, where it is 3 dB down (default 1000)
---@field q? moonreel.MovingNumber       how steep there: 0.707 is flat, more rings (default 0.707)

return sound_effect {
  name = "low_pass",
  options = {
    cutoff = { "moving", default = 1000, min = 10, max = 96000 },
    q = { "moving", default = 0.707, min = 0.1, max = 50 },
  },
  body = function(k) return dsp.low_pass(k, k.sound, k.cutoff, k.q) end,
}
