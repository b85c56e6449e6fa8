-- SPDX-License-Identifier: MIT
-- scene: drawn pictures to show effects, transitions and titles on, where there are no clips.
--
--   show:add { source = scene.dusk, duration = 3 }

local mr = require "moonreel"

---@class moonreel.scene
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

---The balloon of `scene.dusk` alone, on nothing.
---@param time number            seconds
---@param size moonreel.Size     of the frame
---@return moonreel.Image
function scene.balloon(time, size)
  local width, height = size[1], size[2]
  local x = width * (0.36 + 0.05 * math.sin(time * 1.3))
  return balloon(x, height * (0.34 + 0.03 * math.sin(time * 2.1)), height * 0.21)
end

---The hills of `scene.dusk` without the balloon.
---@param size moonreel.Size     of the frame
---@return moonreel.Image
function scene.hills(size)
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

---A balloon that drifts over hills at dusk; a source of layers.
---@param time number            seconds
---@param context moonreel.Context|{ size: moonreel.Size }
---@return moonreel.Image
function scene.dusk(time, context)
  local size = context.size
  return scene.balloon(time, size):over(scene.hills(size)):crop { 0, 0, size[1], size[2] }
end

---Houses with lit windows below a sky at night, for what follows the dusk; a source of layers.
---@param time number            seconds
---@param context moonreel.Context|{ size: moonreel.Size }
---@return moonreel.Image
function scene.night(time, context)
  local width, height = context.size[1], context.size[2]
  local picture = mr.image.linear_gradient {
    from = { 0, 0 }, to = { 0, height }, stops = { "#160a36", "#7a2a6a", "#f08a4a" } }
  local wide, floor = width / 8, height / 10
  for index = 0, 7 do
    local tall = height * (0.27 + (index * 37 % 29) / 90)
    local house = mr.color(index % 2 == 0 and "#120a24" or "#22123c")
      :matte(mr.image.mask { rect = { index * wide, height - tall, wide, tall } })
    picture = house:over(picture)
    for row = 1, tall // floor - 1 do
      local glow = 0.75 + 0.25 * math.sin(time * (1 + row * 0.4) + index * 2)
      local window = mr.color("#ffd27a"):matte(mr.image.mask {
        rect = { index * wide + wide * (0.2 + (row * 5 + index * 3) % 9 / 18), height - tall + (row - 0.35) * floor,
          wide * 0.15, floor * 0.45 } })
      picture = window:opacity(glow):over(picture)
    end
  end
  return picture:crop { 0, 0, width, height }
end

return scene
