-- SPDX-License-Identifier: MIT
-- A composition inside another, half transparent: VideoLab's demo of layer groups.
local mr = require "moonreel"

local group = mr.composition { size = { 960, 540 }, fps = 30, duration = 4 }
group:add { source = mr.samples.clips[2], scale = 0.9 }
group:add {
  source = mr.image.mask { ellipse = { 0, 0, 200, 200 } }, fit = "none",
  x = { { 0, 160 }, { 4, 800, "in_out_sine" } },
}

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
show:add { source = mr.samples.clips[1] }
show:add { source = group, opacity = 0.5, rotation = { { 0, -8 }, { 4, 8 } } }
return show
