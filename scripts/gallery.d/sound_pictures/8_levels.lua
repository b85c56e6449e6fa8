-- SPDX-License-Identifier: MIT
-- A bar for each band of frequencies, the lowest at the left; bars rise at once and fall evenly.
local mr = require "moonreel"
local music = mr.source.music { seed = 3, mood = "driving", duration = 8 }
local show = mr.composition { size = { 320, 144 }, fps = 10, duration = 8, background = "#10141c" }
show:add {
  source = mr.source.levels { sound = music, size = { 320, 144 }, bars = 32, color = "#50e0b0" },
}
show:add { source = music }
return show
