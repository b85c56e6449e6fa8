-- SPDX-License-Identifier: MIT
-- slices: the outlines of a pie's parts.

local paper = require "moonreel.chart.paper"

local slices = {}

---A point at `radius` from the middle of a disc, degrees clockwise from the top.
---@param disc { x: number, y: number, radius: number }
---@param radius number
---@param degrees number
---@return number x
---@return number y
function slices.place(disc, radius, degrees)
  local angle = math.rad(degrees - 90)
  return disc.x + radius * math.cos(angle), disc.y + radius * math.sin(angle)
end

-- A whole ring, or disc.
local function whole(disc, inner)
  local function round(radius, turn)
    return paper.path("M", disc.x, disc.y - radius) .. (" A %.3f %.3f 0 0 %d "):format(radius, radius, turn)
      .. paper.path(disc.x, disc.y + radius) .. (" A %.3f %.3f 0 0 %d "):format(radius, radius, turn)
      .. paper.path(disc.x, disc.y - radius, "Z")
  end
  return round(disc.radius, 1) .. (inner > 0 and " " .. round(inner, 0) or "")
end

---A slice between two angles in degrees, half of `gap` pixels cut away along both of its sides, as path data.
---@param disc { x: number, y: number, radius: number }
---@param inner number   the radius of the hole
---@param from number    degrees clockwise from the top
---@param to number
---@param gap number
---@return string
function slices.path(disc, inner, from, to, gap)
  if to - from > 359.999 then return whole(disc, inner) end
  local function cut(radius) return math.deg(math.min(gap / 2 / radius, math.rad(to - from) / 2.001)) end
  local outer, x, y = disc.radius, nil, nil
  local a, b = from + cut(outer), to - cut(outer)
  local large = b - a > 180 and 1 or 0
  x, y = slices.place(disc, outer, a)
  local x2, y2 = slices.place(disc, outer, b)
  local path = paper.path("M", x, y) .. (" A %.3f %.3f 0 %d 1 "):format(outer, outer, large) .. paper.path(x2, y2)
  if inner <= gap then
    local middle = math.min(outer, gap / 2 / math.max(0.02, math.sin(math.rad(math.min(90, (to - from) / 2)))))
    return path .. paper.path(" L", slices.place(disc, middle, (from + to) / 2)) .. " Z"
  end
  a, b = from + cut(inner), to - cut(inner)
  large = b - a > 180 and 1 or 0
  x, y = slices.place(disc, inner, b)
  x2, y2 = slices.place(disc, inner, a)
  return path .. paper.path(" L", x, y) .. (" A %.3f %.3f 0 %d 0 "):format(inner, inner, large)
    .. paper.path(x2, y2, "Z")
end

return slices
