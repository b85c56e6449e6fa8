-- SPDX-License-Identifier: MIT
-- A bar for each channel: the highest sample of the last hundredth of a second.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.levels {
    sound = music, size = { 60, 144 }, style = "meters", floor = -40, fall = 30,
    color = "#ffd040", background = "#202838",
  },
}
show:add { source = music }
return show
