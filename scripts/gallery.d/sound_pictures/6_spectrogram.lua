-- SPDX-License-Identifier: MIT
-- Time goes to the right, frequencies go up by octaves, and colours say how loud they are.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.spectrogram {
    sound = music, size = { 320, 144 }, window = 4, playhead = "white", playhead_width = 1,
  },
}
show:add { source = music }
return show
