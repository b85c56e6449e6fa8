-- SPDX-License-Identifier: MIT
-- One clip, brightened: VideoLab's first demo.
local mr = require "moonreel"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
show:add {
  source = mr.samples.clips[1],
  effects = { function(image) return image:brightness(0.1) end },
}
return show
