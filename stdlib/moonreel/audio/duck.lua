-- SPDX-License-Identifier: MIT
-- duck: quieter while another sound is there, as music under a voice.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.DuckOptions
---@field under moonreel.Layer|moonreel.SoundBus  the sound that it makes room for
---@field by? moonreel.MovingNumber         decibels (default -12)
---@field threshold? moonreel.MovingNumber  decibels from which on the other sound is there (default -40)
---@field attack? moonreel.MovingNumber     seconds until it has become quieter (default 0.1)
---@field hold? number                      seconds that it stays so (default 0.3)
---@field release? moonreel.MovingNumber    seconds until it has become louder again (default 0.5)

return sound_effect {
  name = "duck",
  keys = { "under" },
  options = {
    under = { "sound", required = true },
    by = { "moving", default = -12, min = -120, max = 0 },
    threshold = { "moving", default = -40, min = -100, max = 0 },
    attack = { "moving", default = 0.1, min = 0, max = 5 },
    hold = { "number", default = 0.3, min = 0, max = 10 },
    release = { "moving", default = 0.5, min = 0, max = 10 },
  },
  body = function(k, params)
    local level = k.highest(dsp.level(k, k.under, true), k.rate * 0 + params.hold)
    local there = k.follow(
      level:at_least(k.threshold, 1, 0), dsp.smoothing(k, k.attack / 3), dsp.smoothing(k, k.release / 3))
    return k.sound * dsp.gain(k.by * there)
  end,
}
