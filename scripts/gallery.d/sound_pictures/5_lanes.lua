-- SPDX-License-Identifier: MIT
-- Each channel in a lane of its own, on a background.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.waveform {
    sound = music, size = { 320, 144 }, channels = "each", window = 0.5,
    color = "#d0a0ff", background = "#181028",
  },
}
show:add { source = music }
return show
