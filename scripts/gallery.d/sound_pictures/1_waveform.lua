-- SPDX-License-Identifier: MIT
-- The area that samples swing through, of which two seconds are seen; they move under the playhead.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.waveform {
    sound = music, size = { 320, 144 }, window = 2, gain = 2, color = "#40c8ff", playhead = "white",
  },
}
show:add { source = music }
return show
