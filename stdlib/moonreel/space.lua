-- SPDX-License-Identifier: MIT
-- Pictures turned in space, seen by a camera in front of the middle of the frame.

local space = {}

-- how far the camera stands from the frame, in frames' longer sides
local view = 1.6

local signs = { left = 1, right = -1, up = 1, down = -1 }

---Where a point that lies `depth` behind the frame is seen.
local function seen(x, y, depth, size, distance)
  local scale = distance / (distance + depth)
  local middle_x, middle_y = size[1] / 2, size[2] / 2
  return { middle_x + (x - middle_x) * scale, middle_y + (y - middle_y) * scale }
end

---The picture turned about an axis through the middle of the frame, or about one behind it; nil where its
---front cannot be seen.
---@param image moonreel.Image                    fills the frame
---@param size number[]                           of the frame
---@param direction "left"|"right"|"up"|"down"    where what is in front moves to
---@param angle number                            radians
---@param axis number                             how far behind the picture the axis lies, in sides
---@param away number                             how far all of it steps back, in sides
---@return moonreel.Image?
function space.turned(image, size, direction, angle, axis, away)
  local width, height = size[1], size[2]
  local is_flat = direction == "left" or direction == "right"
  local side, turn = is_flat and width or height, -angle * signs[direction]
  local distance = view * math.max(width, height)
  local sin, cos = math.sin(turn), math.cos(turn)
  local function corner(x, y)
    local out = is_flat and x - width / 2 or y - height / 2
    local depth = -axis * side
    local turned = out * cos - depth * sin
    local back = out * sin + depth * cos + (axis + away) * side
    if is_flat then return seen(width / 2 + turned, y, back, size, distance) end
    return seen(x, height / 2 + turned, back, size, distance)
  end
  local tl, tr, br, bl = corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)
  local area = (tr[1] - tl[1]) * (bl[2] - tl[2]) - (tr[2] - tl[2]) * (bl[1] - tl[1])
  if area < 1e-3 * width * height then return nil end
  return image:corner_pin { top_left = tl, top_right = tr, bottom_right = br, bottom_left = bl }
end

---A part of the picture turned about an upright hinge.
---@param image moonreel.Image
---@param rect number[]   the part, { x, y, width, height } in pixels
---@param size number[]   of the frame
---@param hinge number    where the hinge stands
---@param angle number    radians; what is on the right of the hinge comes to the front for positive ones
---@return moonreel.Image
function space.hinged(image, rect, size, hinge, angle)
  local distance = view * math.max(size[1], size[2])
  local function corner(x, y)
    local out = x - hinge
    return seen(hinge + out * math.cos(angle), y, -out * math.sin(angle), size, distance)
  end
  local left, top, right, bottom = rect[1], rect[2], rect[1] + rect[3], rect[2] + rect[4]
  return image:crop(rect):corner_pin {
    top_left = corner(left, top), top_right = corner(right, top),
    bottom_right = corner(right, bottom), bottom_left = corner(left, bottom),
  }
end

return space
