-- SPDX-License-Identifier: MIT
-- A layer that drifts, turns and grows: VideoLab's demo of keyframes.
local mr = require "moonreel"
local ease = require "moonreel.ease"

local show = mr.composition { size = { 1280, 720 }, fps = 30, background = "#181830" }
local card = show:add { source = mr.source.test_card { size = { 1280, 720 } }, duration = 4 }
card:animate("scale", { { 0, 0.4 }, { 2, 0.8, ease.out_back }, { 4, 0.3, ease.in_out_quart } })
card:animate("rotation", { { 0, 0 }, { 4, 360, ease.in_out_cubic } })
card:animate("position", { { 0, { "20%", "30%" } }, { 2, { "60%", "50%" } }, { 4, { "80%", "75%" } } },
  { path = "catmull_rom" })
card:animate("opacity", { { 0, 0 }, { 0.5, 1 }, { 3.5, 1 }, { 4, 0 } })
return show
