-- Shows plugin-name: moonreel play example.lua

local mr = require "moonreel"
local plugin_name = require "plugin-name"

local show = mr.composition { size = { 640, 360 }, fps = 30, background = "#182430" }
show:add { source = plugin_name { text = "Good evening", size = 80, weight = "bold" }, duration = 4 }
return show
