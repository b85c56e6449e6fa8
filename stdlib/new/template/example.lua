-- Shows plugin-name: moonreel play example.lua

local mr = require "moonreel"
local plugin_name = require "plugin-name"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
show:add { source = mr.source.lights { size = { 1280, 720 } }, duration = 4 }
show:add { source = plugin_name { name = "Your name", role = "What you do" }, at = 0.5, duration = 3 }
return show
