-- SPDX-License-Identifier: MIT
-- compressor: what is loud becomes quieter.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.CompressorOptions
---@field threshold? moonreel.MovingNumber  decibels above which it works (default -18)
---@field ratio? moonreel.MovingNumber      of what is above, one part in so many is left (default 3)
---@field knee? moonreel.MovingNumber       decibels over which it begins to work (default 6)
---@field attack? moonreel.MovingNumber     seconds until it has become quieter (default 0.01)
---@field release? moonreel.MovingNumber    seconds until it has become louder again (default 0.15)
---@field makeup? moonreel.MovingNumber     decibels by which all becomes louder (default 0)
---@field mix? moonreel.MovingNumber        how much of the compressed sound is heard beside the other (default 1)
---@field key? moonreel.Layer|moonreel.SoundBus  another sound that is measured in place of its own (default: its own)
---@field detector? "rms"|"peak"            what is measured (default "rms")

return sound_effect {
  name = "compressor",
  keys = { "key" },
  options = {
    threshold = { "moving", default = -18, min = -100, max = 0 },
    ratio = { "moving", default = 3, min = 1, max = 100 },
    knee = { "moving", default = 6, min = 0, max = 40 },
    attack = { "moving", default = 0.01, min = 0, max = 5 },
    release = { "moving", default = 0.15, min = 0, max = 10 },
    makeup = { "moving", default = 0, min = -40, max = 60 },
    mix = { "moving", default = 1, min = 0, max = 1 },
    key = { "sound" },
    detector = { "choice", among = { "rms", "peak" }, default = "rms" },
  },
  body = function(k, params)
    local over = dsp.level(k, params.key and k.key or k.sound, params.detector == "rms") - k.threshold
    -- A parabola through the knee, a straight line behind it.
    local half = k.knee / 2
    local inside = (over + half):clamp(0, k.knee)
    local above = inside * inside / (k.knee * 2):max(1e-6) + (over - half):max(0)
    local less = k.follow(above * (1 - 1 / k.ratio), dsp.smoothing(k, k.attack), dsp.smoothing(k, k.release))
    return dsp.blend(k.sound, k.sound * dsp.gain(k.makeup - less), k.mix)
  end,
}
