-- SPDX-License-Identifier: MIT
-- frame: pictures cut to a frame, and lengths and places in it. Frames begin at 0, 0; `size` is in pixels.

local mr = require "moonreel"

local frame = {}

local nothing = mr.color "#00000000"

---The picture as large as the frame, so that filters see the frame's edges, not those of what lies in it.
---@param image moonreel.Image
---@param size number[]
---@return moonreel.Image
function frame.filled(image, size)
  local extent = image.extent
  local x, y, width, height = table.unpack(extent or { 0, 0, 0, 0 })
  if x == 0 and y == 0 and width == size[1] and height == size[2] then return image end
  local covers = not extent or (x <= 0 and y <= 0 and x + width >= size[1] and y + height >= size[2])
  return (covers and image or image:over(nothing)):crop { 0, 0, size[1], size[2] }
end

local function pixels_of(length, whole)
  if type(length) == "number" then return length end
  return tonumber(length:match "^(.*)%%$") / 100 * whole
end

---A point in pixels; shares such as "50%" are of `size`.
---@param point moonreel.Point
---@param size number[]
---@return number x
---@return number y
function frame.point(point, size)
  return pixels_of(point[1], size[1]), pixels_of(point[2], size[2])
end

---How far the corner is that lies farthest from a point.
---@param x number
---@param y number
---@param size number[]
---@return number
function frame.reach(x, y, size)
  return math.sqrt(math.max(x, size[1] - x) ^ 2 + math.max(y, size[2] - y) ^ 2)
end

---The way of a straight edge across the frame, from before the first corner to behind the last.
---@param degrees number   clockwise from left-to-right
---@param size number[]
---@return number across   the direction, of length 1
---@return number down
---@return number start    the first corner's place along it: x * across + y * down
---@return number length   to the last corner
function frame.sweep(degrees, size)
  local width, height, angle = size[1], size[2], math.rad(degrees)
  local across, down = math.cos(angle), math.sin(angle)
  local length = width * math.abs(across) + height * math.abs(down)
  return across, down, (width * across + height * down - length) / 2, length
end

---Nearly square cells that fill the frame.
---@param columns integer
---@param size number[]
---@return number width    of a cell
---@return number height
---@return integer rows
function frame.cells(columns, size)
  local width = size[1] / columns
  local rows = math.max(1, math.floor(size[2] / width + 0.5))
  return width, size[2] / rows, rows
end

return frame
