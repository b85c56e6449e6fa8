-- SPDX-License-Identifier: MIT
-- phaser: notches that wander through the sound.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.PhaserOptions
---@field speed? moonreel.MovingNumber     rounds a second (default 0.4)
---@field low? moonreel.MovingNumber       hertz at which the notches turn back below (default 300)
---@field high? moonreel.MovingNumber      hertz at which they turn back above (default 3000)
---@field feedback? moonreel.MovingNumber  how sharp they are, 0 to 0.95 (default 0.4)
---@field mix? moonreel.MovingNumber       how much of it is heard, as a factor (default 1)
---@field stages? integer                  two make a notch (default 6)

return sound_effect {
  name = "phaser",
  options = {
    speed = { "moving", default = 0.4, min = 0.01, max = 20 },
    low = { "moving", default = 300, min = 20, max = 20000 },
    high = { "moving", default = 3000, min = 20, max = 20000 },
    feedback = { "moving", default = 0.4, min = 0, max = 0.95 },
    mix = { "moving", default = 1, min = 0, max = 2 },
    stages = { "integer", default = 6, min = 2, max = 12 },
  },
  tail = function() return 0.5 end,
  body = function(k, params)
    local share = dsp.wave(k, k.speed, (k.channel - 1) * 0.25) * 0.5 + 0.5
    local hertz = k.low * (k.high / k.low) ^ share
    local tangent = (hertz:min(k.rate * 0.45) * math.pi / k.rate)
    tangent = tangent:sin() / tangent:cos()
    local coefficient = (tangent - 1) / (tangent + 1)
    local heard
    k.loop(1 / k.rate, 0.001, function(back)
      heard = dsp.all_pass(k, k.sound + back * k.feedback, coefficient, params.stages)
      return heard
    end)
    return dsp.blend(k.sound, k.sound + heard, k.mix * 0.5)
  end,
}
