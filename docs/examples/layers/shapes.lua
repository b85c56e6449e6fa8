-- SPDX-License-Identifier: MIT
-- Shapes: filled, lined, dashed, with shadow and glow, and a ring that closes.
local mr = require "moonreel"

local show = mr.composition { size = { 1280, 360 }, fps = 30, duration = 3, background = "#203050" }
local function put(shape, x)
  show:add { source = shape, position = { x, 180 }, duration = 3 }
end

put(mr.shape {
  star = { radius = 100 }, fill = { stops = { "#ffd060", "#f06030" } },
  stroke = { width = 6, color = "white", join = "miter" }, shadow = { blur = 8 },
}, 150)
put(mr.shape {
  rect = { 0, 0, 210, 130 }, radius = 30, fill = "#33aa88",
  stroke = { width = 5, color = "white", dashes = { 16, 10 }, cap = "round" },
}, 400)
put(mr.shape { arc = { radius = 90, from = -90, to = 150, pie = true }, fill = "#cc44ff" }, 640)
put(function(time)
  local ring = { ellipse = { 0, 0, 180, 180 }, stroke = { width = 14, color = "#ffcc44", cap = "round" } }
  ring.trim = { 0, math.min(1, time / 2) }
  return mr.shape(ring):transform(mr.transform.translate(550, 90))
end, 880)
put(mr.shape {
  path = "M10 80 C 40 10, 65 10, 95 80 S 150 150, 180 80 A 30 30 0 0 1 240 80",
  stroke = { width = 8, color = "#44ccff", cap = "round" }, glow = { color = "#44ccff", blur = 8 },
}, 1120)
return show
