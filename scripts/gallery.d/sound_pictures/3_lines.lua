-- SPDX-License-Identifier: MIT
-- Two lines, along the greatest and the least samples.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.waveform {
    sound = music, size = { 320, 144 }, style = "lines", window = 0.25, thickness = 1.5,
    gain = 1.5, color = "#70f0a0",
  },
}
show:add { source = music }
return show
