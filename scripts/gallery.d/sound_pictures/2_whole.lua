-- SPDX-License-Identifier: MIT
-- All of a sound at once, with what was heard in a colour of its own.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.waveform {
    sound = music, size = { 320, 144 }, gain = 2,
    color = "#405068", played_color = "#ffb020", playhead = "#ffb020",
  },
}
show:add { source = music }
return show
