-- SPDX-License-Identifier: MIT
-- bit_crush: few bits, and few samples a second.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.BitCrushOptions
---@field bits? moonreel.MovingNumber     of a sample (default 8)
---@field samples? moonreel.MovingNumber  a second (default 11025)
---@field mix? moonreel.MovingNumber      how much of it is heard beside the other (default 1)

return sound_effect {
  name = "bit_crush",
  options = {
    bits = { "moving", default = 8, min = 1, max = 24 },
    samples = { "moving", default = 11025, min = 100, max = 192000 },
    mix = { "moving", default = 1, min = 0, max = 1 },
  },
  body = function(k)
    local step = (1 - k.bits):exp2()
    local rounded = (k.sound / step + 0.5):floor() * step
    -- A new sample where the slower clock has begun a new round.
    local share = (k.samples / k.rate):min(1)
    local phase = k.phase(k.samples:min(k.rate))
    -- What was meant to be a whole round is one.
    local place = (phase + 1e-9):fract()
    local heard = k.loop(1 / k.rate, 0.001, function(back) return share:at_least(place, rounded, back) end)
    return dsp.blend(k.sound, heard, k.mix)
  end,
}
