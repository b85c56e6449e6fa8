-- SPDX-License-Identifier: MIT
-- A spectrogram of all of it, with frequencies evenly up to 6 kHz, in colours of one's own.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.spectrogram {
    sound = music, size = { 320, 144 }, scale = "linear", high = 6000, floor = -75, ceiling = -20,
    colors = { "black", "#003060", "#00a0a0", "#f0f0a0" }, playhead = "white",
  },
}
show:add { source = music }
return show
