-- SPDX-License-Identifier: MIT
-- gate: what is quiet is not heard.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.GateOptions
---@field threshold? moonreel.MovingNumber  decibels below which it closes (default -50)
---@field range? moonreel.MovingNumber      decibels by which it makes quieter where it is closed (default 80)
---@field attack? moonreel.MovingNumber     seconds in which it opens (default 0.002)
---@field hold? number                      seconds that it stays open (default 0.05)
---@field release? moonreel.MovingNumber    seconds in which it closes (default 0.1)
---@field key? moonreel.Layer|moonreel.SoundBus  another sound that is measured in place of its own (default: its own)

return sound_effect {
  name = "gate",
  keys = { "key" },
  options = {
    threshold = { "moving", default = -50, min = -100, max = 0 },
    range = { "moving", default = 80, min = 0, max = 120 },
    attack = { "moving", default = 0.002, min = 0, max = 5 },
    hold = { "number", default = 0.05, min = 0, max = 10 },
    key = { "sound" },
    release = { "moving", default = 0.1, min = 0, max = 10 },
  },
  body = function(k, params)
    local level = k.highest(dsp.level(k, params.key and k.key or k.sound, false), k.rate * 0 + params.hold)
    local open = level:at_least(k.threshold, 1, 0)
    return k.sound * dsp.gain(
      k.range * (k.follow(open, dsp.smoothing(k, k.attack), dsp.smoothing(k, k.release)) - 1))
  end,
}
