-- SPDX-License-Identifier: MIT
-- pitch_shift: higher or lower at the same speed, by the Rubber Band library.

local sound_effect = require "moonreel.sound_effect"

---@class moonreel.PitchShiftOptions
---@field semitones? moonreel.MovingNumber  twelve are an octave (default 4)
---@field keep_formants? boolean            whether the timbre of voices stays where it was (default false)

return sound_effect {
  name = "pitch_shift",
  options = {
    semitones = { "moving", default = 4, min = -24, max = 24 },
    keep_formants = { "boolean", default = false },
  },
  processor = "pitch_shift",
}
