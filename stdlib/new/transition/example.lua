-- Shows plugin-name: moonreel play example.lua

local mr = require "moonreel"
local plugin_name = require "plugin-name"

local size = { 640, 360 }
local show = mr.composition { size = size, fps = 30 }
show:sequence {
  { mr.source.lights { size = size }, mr.source.test_card { size = size } },
  clip_duration = 3, overlap = 1, transition = plugin_name { turn = 60 },
}
return show
