-- SPDX-License-Identifier: MIT
-- vibrato: the pitch wavers.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.VibratoOptions
---@field speed? moonreel.MovingNumber      rounds a second (default 5)
---@field semitones? moonreel.MovingNumber  by which the pitch goes up and down (default 0.3)

return sound_effect {
  name = "vibrato",
  options = {
    speed = { "moving", default = 5, min = 0.1, max = 20 },
    semitones = { "moving", default = 0.3, min = 0, max = 4 },
  },
  tail = function() return 0.2 end,
  body = function(k)
    -- A delay that grows by a share makes the pitch lower by it.
    local swing = ((k.semitones / 12):exp2() - 1) / (k.speed * (2 * math.pi))
    return k.delay(k.sound, (dsp.wave(k, k.speed) + 1) * swing + 0.002, 1)
  end,
}
