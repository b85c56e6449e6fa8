-- SPDX-License-Identifier: MIT
-- Sound that swells, dips and dies away: VideoLab's demo of volume ramps.
local mr = require "moonreel"

local show = mr.composition { size = { 640, 360 }, fps = 30, duration = 8 }
show:add { source = mr.source.gradient { size = { 640, 360 } } }
show:add {
  source = mr.source.music { seed = 3 },
  audio = {
    volume = { { 0, 0 }, { 2, 1, "in_quad" }, { 4, 0.2, "in_out_sine" }, { 5, 1 } },
    fade_out = 1.5,
  },
}
return show
