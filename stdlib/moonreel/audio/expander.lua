-- SPDX-License-Identifier: MIT
-- expander: what is quiet becomes quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.ExpanderOptions
---@field threshold? moonreel.MovingNumber  decibels below which it works (default -40)
---@field ratio? moonreel.MovingNumber      each decibel below becomes so many (default 2)
---@field range? moonreel.MovingNumber      decibels by which it makes quieter at most (default 40)
---@field attack? moonreel.MovingNumber     seconds until it has become louder (default 0.005)
---@field release? moonreel.MovingNumber    seconds until it has become quieter (default 0.1)
---@field key? moonreel.Layer|moonreel.SoundBus  another sound that is measured in place of its own (default: its own)

return sound_effect {
  name = "expander",
  keys = { "key" },
  options = {
    threshold = { "moving", default = -40, min = -100, max = 0 },
    ratio = { "moving", default = 2, min = 1, max = 100 },
    range = { "moving", default = 40, min = 0, max = 120 },
    attack = { "moving", default = 0.005, min = 0, max = 5 },
    key = { "sound" },
    release = { "moving", default = 0.1, min = 0, max = 10 },
  },
  body = function(k, params)
    local under = (k.threshold - dsp.level(k, params.key and k.key or k.sound, true)):max(0)
    local less = k.follow(
      (under * (k.ratio - 1)):min(k.range), dsp.smoothing(k, k.release), dsp.smoothing(k, k.attack))
    return k.sound * dsp.gain(-less)
  end,
}
