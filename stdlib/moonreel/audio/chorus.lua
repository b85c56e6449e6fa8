-- SPDX-License-Identifier: MIT
-- chorus: the sound as if several played it.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.ChorusOptions
---@field voices? integer               besides the sound itself (default 3)
---@field speed? moonreel.MovingNumber  rounds a second in which they waver (default 0.6)
---@field depth? moonreel.MovingNumber  seconds by which they waver (default 0.003)
---@field mix? moonreel.MovingNumber    how loud they are, as a factor (default 0.5)

return sound_effect {
  name = "chorus",
  options = {
    voices = { "integer", default = 3, min = 1, max = 8 },
    speed = { "moving", default = 0.6, min = 0.01, max = 20 },
    depth = { "moving", default = 0.003, min = 0, max = 0.02 },
    mix = { "moving", default = 0.5, min = 0, max = 2 },
  },
  tail = function() return 0.1 end,
  body = function(k, params)
    local heard
    for voice = 1, params.voices do
      -- Each a part of a round after the last, and on the right half a part more.
      local share = (voice - 1) / params.voices + (k.channel - 1) * (0.5 / params.voices)
      local late = (dsp.wave(k, k.speed, share) + 1) * (k.depth * 0.5) + (0.008 + 0.004 * voice)
      local part = k.delay(k.sound, late, 0.1)
      heard = heard and heard + part or part
    end
    return k.sound + heard * (k.mix / math.sqrt(params.voices))
  end,
}
