-- SPDX-License-Identifier: MIT
-- distortion: driven into a curve that does not let all of it through.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.DistortionOptions
---@field drive? moonreel.MovingNumber  decibels by which it is louder before the curve (default 18)
---@field curve? "soft"|"hard"|"fold"   (default "soft")
---@field tone? moonreel.MovingNumber   hertz above which the result loses (default 8000)
---@field level? moonreel.MovingNumber  decibels of the result (default -6)
---@field mix? moonreel.MovingNumber    how much of it is heard beside the other (default 1)

local curves = {
  soft = dsp.tanh,
  hard = function(x) return x:clamp(-1, 1) end,
  -- Back and forth between -1 and 1.
  fold = function(x) return ((x * 0.25 + 0.25):fract() * 4 - 2):abs() * -1 + 1 end,
}

return sound_effect {
  name = "distortion",
  options = {
    drive = { "moving", default = 18, min = 0, max = 60 },
    curve = { "choice", among = { "soft", "hard", "fold" }, default = "soft" },
    tone = { "moving", default = 8000, min = 100, max = 96000 },
    level = { "moving", default = -6, min = -60, max = 20 },
    mix = { "moving", default = 1, min = 0, max = 1 },
  },
  body = function(k, params)
    local driven = curves[params.curve](k.sound * dsp.gain(k.drive))
    local heard = dsp.low_pass(k, driven, k.tone, k.tone * 0 + math.sqrt(0.5)) * dsp.gain(k.level)
    return dsp.blend(k.sound, heard, k.mix)
  end,
}
