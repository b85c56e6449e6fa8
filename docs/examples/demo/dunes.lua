-- SPDX-License-Identifier: MIT
-- Dawn over dunes: a sky, a sun that rises, and ridges that drift past one another.

local mr = require "moonreel"

local width, height = 1280, 720

local sky = mr.image.linear_gradient {
  from = { 0, 0 }, to = { 0, height },
  stops = { { 0, "#141a3c" }, { 0.45, "#7a3b5e" }, { 0.72, "#e8834a" }, { 1, "#ffd08a" } },
}

-- A ridge is the edge of a large turned rectangle.
local ridges = {
  { color = "#a5535a", y = 430, degrees = 5, speed = 6 },
  { color = "#74394f", y = 500, degrees = -4, speed = 14 },
  { color = "#45243f", y = 570, degrees = 3, speed = 26 },
  { color = "#221530", y = 640, degrees = -2.5, speed = 44 },
}

local function ridge(shape, time)
  local slab = mr.image.color(shape.color):crop { -1500, 0, 4500, 1600 }
  local sway = 6 * math.sin(time * 0.5 + shape.y)
  return slab:transform(
    mr.transform.rotate(shape.degrees):translate(width / 2 - shape.speed * time, shape.y + sway))
end

local function draw(time)
  local sun = mr.image.radial_gradient {
    center = { 860, 470 - 34 * time }, radius = 260,
    stops = { { 0, "#fff4d6" }, { 0.24, "#ffe9b0" }, { 0.3, "#ffc37866" }, { 1, "#ff9a5000" } },
  }
  local picture = sun:over(sky)
  for _, shape in ipairs(ridges) do picture = ridge(shape, time):over(picture) end
  return picture
end

local timeline = mr.timeline()
local video = timeline:add_track "video"
video:insert(mr.source.custom { size = { width, height }, draw = draw }, { 0, 5 }, 0)
return timeline
