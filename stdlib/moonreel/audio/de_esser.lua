-- SPDX-License-Identifier: MIT
-- de_esser: sharp s sounds become softer.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.DeEsserOptions
---@field frequency? moonreel.MovingNumber  hertz from which on sounds are sharp (default 5500)
---@field threshold? moonreel.MovingNumber  decibels of them above which it works (default -30)
---@field ratio? moonreel.MovingNumber      of what is above, one part in so many is left (default 4)
---@field attack? moonreel.MovingNumber     seconds (default 0.002)
---@field release? moonreel.MovingNumber    seconds (default 0.06)
---@field key? moonreel.Layer|moonreel.SoundBus  another sound whose sharp part is measured in place of its own (default: its own)

return sound_effect {
  name = "de_esser",
  keys = { "key" },
  options = {
    frequency = { "moving", default = 5500, min = 500, max = 20000 },
    threshold = { "moving", default = -30, min = -100, max = 0 },
    ratio = { "moving", default = 4, min = 1, max = 100 },
    attack = { "moving", default = 0.002, min = 0, max = 5 },
    key = { "sound" },
    release = { "moving", default = 0.06, min = 0, max = 10 },
  },
  body = function(k, params)
    local q = k.frequency * 0 + math.sqrt(0.5)
    local sharp = dsp.high_pass(k, k.sound, k.frequency, q)
    local measured = params.key and dsp.high_pass(k, k.key, k.frequency, q) or sharp
    local over = (dsp.level(k, measured, true) - k.threshold):max(0)
    local less = k.follow(over * (1 - 1 / k.ratio), dsp.smoothing(k, k.attack), dsp.smoothing(k, k.release))
    return k.sound - sharp * (1 - dsp.gain(-less))
  end,
}
