-- SPDX-License-Identifier: MIT
-- flanger: a comb that wanders through the sound.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.FlangerOptions
---@field speed? moonreel.MovingNumber     rounds a second (default 0.25)
---@field depth? moonreel.MovingNumber     seconds by which it wanders (default 0.003)
---@field feedback? moonreel.MovingNumber  how sharp the comb is, -0.95 to 0.95 (default 0.5)
---@field mix? moonreel.MovingNumber       how much of it is heard, as a factor (default 0.7)

return sound_effect {
  name = "flanger",
  options = {
    speed = { "moving", default = 0.25, min = 0.01, max = 20 },
    depth = { "moving", default = 0.003, min = 0, max = 0.02 },
    feedback = { "moving", default = 0.5, min = -0.95, max = 0.95 },
    mix = { "moving", default = 0.7, min = 0, max = 2 },
  },
  tail = function() return 0.5 end,
  body = function(k)
    local late = (dsp.wave(k, k.speed, (k.channel - 1) * 0.25) + 1) * (k.depth * 0.5) + 0.001
    local heard
    k.loop(1 / k.rate, 0.001, function(back)
      heard = k.delay(back, late, 0.05)
      return k.sound + heard * k.feedback
    end)
    return k.sound + heard * k.mix
  end,
}
