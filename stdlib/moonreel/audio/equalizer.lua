-- SPDX-License-Identifier: MIT
-- equalizer: five filters one after the other: below, three in the middle, above.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.EqualizerOptions
---@field low? moonreel.MovingNumber          decibels of all that is low (default 0)
---@field low_frequency? moonreel.MovingNumber   hertz (default 100)
---@field low_mid? moonreel.MovingNumber      decibels around the next frequency (default 0)
---@field low_mid_frequency? moonreel.MovingNumber  (default 400)
---@field low_mid_q? moonreel.MovingNumber    (default 1)
---@field mid? moonreel.MovingNumber          (default 0)
---@field mid_frequency? moonreel.MovingNumber   (default 1200)
---@field mid_q? moonreel.MovingNumber        (default 1)
---@field high_mid? moonreel.MovingNumber     (default 0)
---@field high_mid_frequency? moonreel.MovingNumber  (default 3500)
---@field high_mid_q? moonreel.MovingNumber   (default 1)
---@field high? moonreel.MovingNumber         decibels of all that is high (default 0)
---@field high_frequency? moonreel.MovingNumber  (default 8000)

local options = {}
local function band(name, frequency, has_q)
  options[name] = { "moving", default = 0, min = -60, max = 40 }
  options[name .. "_frequency"] = { "moving", default = frequency, min = 10, max = 96000 }
  if has_q then options[name .. "_q"] = { "moving", default = 1, min = 0.1, max = 50 } end
end
band("low", 100)
band("low_mid", 400, true)
band("mid", 1200, true)
band("high_mid", 3500, true)
band("high", 8000)

return sound_effect {
  name = "equalizer",
  options = options,
  body = function(k)
    local flat = k.low * 0 + math.sqrt(0.5)
    local sound = dsp.low_shelf(k, k.sound, k.low_frequency, flat, k.low)
    for _, name in ipairs { "low_mid", "mid", "high_mid" } do
      sound = dsp.peak(k, sound, k[name .. "_frequency"], k[name .. "_q"], k[name])
    end
    return dsp.high_shelf(k, sound, k.high_frequency, flat, k.high)
  end,
}
