-- SPDX-License-Identifier: MIT
-- Bars as high as the loudest sample of their time, as players of podcasts show them.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.waveform {
    sound = music, size = { 320, 144 }, style = "bars", window = 4, bar_width = 4, bar_gap = 2, gain = 2,
    color = "#506080", played_color = "#ff6090",
  },
}
show:add { source = music }
return show
