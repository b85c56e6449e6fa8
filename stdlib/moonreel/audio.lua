-- SPDX-License-Identifier: MIT
--
-- The effects for sound, by name; each is loaded when it is first asked for:
--
--   local audio = require "moonreel.audio"
--   show:add { source = voice, audio = { effects = { audio.high_pass { cutoff = 80 }, audio.compressor {} } } }

local library = require "moonreel.library"

---@class moonreel.audio: table<string, moonreel.SoundEffectConstructor>
---@field names string[]  of all effects, in order
return library.of("audio", "there is no sound effect", {
  "band_pass", "bit_crush", "chorus", "compressor", "convolution", "de_esser", "delay", "distortion", "duck",
  "equalizer", "expander", "flanger", "gain", "gate", "high_pass", "high_shelf", "hum_removal", "limiter",
  "low_pass", "low_shelf", "noise_reduction", "notch", "peak", "phaser", "pitch_shift", "reverb", "tremolo",
  "vibrato", "width",
}, "audio")
