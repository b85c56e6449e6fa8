-- SPDX-License-Identifier: MIT
-- noise_reduction: steady noise (fans, hiss, hum) becomes quieter, frequency by frequency.
-- What noise is, it learns from the quietest moments of the last one and a half seconds; for the first third of a second
-- it changes nothing.

local sound_effect = require "moonreel.sound_effect"

---@class moonreel.NoiseReductionOptions
---@field reduction? moonreel.MovingNumber  decibels by which noise becomes quieter (default 18)
---@field threshold? moonreel.MovingNumber  decibels above the noise from which on sound is none (default 6)

return sound_effect {
  name = "noise_reduction",
  options = {
    reduction = { "moving", default = 18, min = 0, max = 60 },
    threshold = { "moving", default = 6, min = 0, max = 40 },
  },
  processor = "noise_reduction",
}
