-- Shows plugin-name: moonreel play example.lua

local mr = require "moonreel"
local plugin_name = require "plugin-name"

local show = mr.composition { size = { 640, 360 }, fps = 30 }
show:add {
  source = mr.source.lights { size = { 640, 360 } }, duration = 4,
  effects = { plugin_name { strength = 0.8 } },
}
return show
