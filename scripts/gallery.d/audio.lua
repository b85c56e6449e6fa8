-- SPDX-License-Identifier: MIT
-- Two seconds of music through one sound effect, and a second after them; scripts/gallery draws it.
--
--   moonreel render scripts/gallery.d/audio.lua --set name=reverb -o reverb.wav

local mr = require "moonreel"
local audio = require "moonreel.audio"

local p = mr.params { name = { "string", required = true, doc = "the effect" } }

local show = mr.composition { size = { 16, 16 }, duration = 3 }
show:add { source = mr.color "black", duration = 3 }
local options = {}
-- `none`: the music alone.
if p.name == "duck" then
  local voice = { source = mr.source.tone { frequency = 200 }, at = 0.7, duration = 0.6 }
  voice.audio = { mute = true }
  options.under = show:add(voice)
end
show:add {
  source = mr.source.music { seed = 11 }, trim = { 6, 8 }, audio = { effects = p.name == "none" and {} or audio[p.name](options) },
}
return show
