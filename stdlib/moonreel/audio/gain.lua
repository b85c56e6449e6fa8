-- SPDX-License-Identifier: MIT
-- gain: louder or quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.GainOptions
---@field gain? moonreel.MovingNumber  decibels (default 0)

return sound_effect {
  name = "gain",
  options = { gain = { "moving", default = 0, min = -120, max = 60 } },
  body = function(k) return k.sound * dsp.gain(k.gain) end,
}
