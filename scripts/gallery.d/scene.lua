-- SPDX-License-Identifier: MIT
-- The picture that the gallery shows effects on: a balloon over hills at dusk. `scene.draw(time, size)` is all of
-- it, `scene.subject(time, size)` the balloon alone, on nothing, `scene.view(size)` what lies behind it.

local mr = require "moonreel"

local scene = {}

local function polygon(color, points, width, height)
  for _, point in ipairs(points) do point[1], point[2] = point[1] * width, point[2] * height end
  return mr.color(color):matte(mr.image.mask { polygon = points })
end

local function balloon(x, y, radius)
  local function disc(color, wide)
    return mr.color(color):matte(mr.image.mask { ellipse = { x - wide, y - radius, 2 * wide, 2 * radius } })
  end
  local basket = mr.color("#5a3420"):matte(mr.image.mask {
    rect = { x - radius * 0.22, y + radius * 1.38, radius * 0.44, radius * 0.3 }, radius = radius * 0.06 })
  local ropes = mr.color("#e8d9c0"):matte(mr.image.mask { path =
    ("M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ"):format(x - radius * 0.66, y + radius * 0.7, x + radius * 0.66,
      y + radius * 0.7, x + radius * 0.2, y + radius * 1.4, x - radius * 0.2, y + radius * 1.4) })
  return disc("#fff3d6", radius * 0.16):over(disc("#e8452c", radius * 0.42)):over(disc("#fff3d6", radius * 0.7))
    :over(disc("#e8452c", radius)):over(basket):over(ropes:opacity(0.55))
end

---The balloon.
function scene.subject(time, size)
  local width, height = size[1], size[2]
  local x = width * (0.36 + 0.05 * math.sin(time * 1.3))
  return balloon(x, height * (0.34 + 0.03 * math.sin(time * 2.1)), height * 0.21)
end

---All but the balloon.
function scene.view(size)
  local width, height = size[1], size[2]
  local sky = mr.image.linear_gradient {
    from = { 0, 0 }, to = { 0, height * 0.8 }, stops = { "#274a8f", { 0.6, "#e58a6a" }, "#ffd9a0" } }
  local sun = mr.image.radial_gradient {
    center = { width * 0.74, height * 0.5 }, radius = height * 0.36,
    stops = { { 0, "#fffbe8" }, { 0.3, "#fff0b8" }, { 0.34, "#ffdf9080" }, { 1, "#ffdf9000" } } }
  local far = polygon("#6c5a86", { { 0, 0.62 }, { 0.22, 0.5 }, { 0.45, 0.64 }, { 0.7, 0.53 }, { 1, 0.66 }, { 1, 1 }, { 0, 1 } }, width, height)
  local near = polygon("#3c7a4a", { { 0, 0.78 }, { 0.35, 0.68 }, { 0.7, 0.76 }, { 1, 0.7 }, { 1, 1 }, { 0, 1 } }, width, height)
  local road = polygon("#d8c48e", { { 0.52, 0.73 }, { 0.56, 0.735 }, { 0.74, 1 }, { 0.44, 1 } }, width, height)
  local house = polygon("#f4ead8", { { 0.12, 0.68 }, { 0.26, 0.68 }, { 0.26, 0.86 }, { 0.12, 0.86 } }, width, height)
  local roof = polygon("#a33a2a", { { 0.1, 0.69 }, { 0.19, 0.55 }, { 0.28, 0.69 } }, width, height)
  local door = polygon("#35506e", { { 0.17, 0.75 }, { 0.21, 0.75 }, { 0.21, 0.86 }, { 0.17, 0.86 } }, width, height)
  return door:over(roof):over(house):over(road):over(near):over(far):over(sun):over(sky):crop { 0, 0, width, height }
end

---Everything.
function scene.draw(time, size) return scene.subject(time, size):over(scene.view(size)):crop { 0, 0, size[1], size[2] } end

return scene
