-- SPDX-License-Identifier: MIT
-- streaks: pictures blurred along lines, rays and arcs. Nothing fine is left along the way of a blur, so that they are
-- drawn with fewer pixels, and look the same.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

local streaks = {}

-- By how much a picture may be reduced along a blur of some length: a mean over it is as soft as a blur of a third of it.
local function factor(length) return soft.factor(length / 3) end

-- Shorter blurs are drawn at the full resolution, in pixels: those along lines that are neither level nor upright, and
-- those that are round.
local oblique, short = 64, 8

-- The picture cut to what a blur of the frame reads, reduced, with edges that hold.
local function reduced(image, size, margin, x, y)
  local left, top = margin[1] * x, margin[2] * y
  local small = image:transform(mr.transform.scale(x, y))
  return small:crop { -left, -top, size[1] * x + 2 * left, size[2] * y + 2 * top }:clamp_to_edges()
end

-- The reduced picture at its size again.
local function enlarged(small, size, x, y, sampling)
  return small:crop { 0, 0, size[1] * x, size[2] * y }:clamp_to_edges()
    :transform(mr.transform.scale(1 / x, 1 / y), sampling):crop { 0, 0, size[1], size[2] }
end

---By how much a picture may be made smaller along each axis before it is blurred along a line: where that is level or
---upright, up to eight times along it.
---@param length number    of the line, in pixels
---@param degrees number   its direction, clockwise, 0 to the right
---@return number x   to scale it with: 1 or less
---@return number y
function streaks.scale(length, degrees)
  if degrees % 180 == 0 then return 1 / factor(length), 1 end
  if degrees % 180 == 90 then return 1, 1 / factor(length) end
  if length >= oblique then return 0.5, 0.5 end
  return 1, 1
end

---The frame's mean along a straight line. A picture with edges is continued beyond them.
---@param image moonreel.Image
---@param size number[]      of the frame
---@param length number      of the line, in pixels
---@param degrees number     its direction, clockwise, 0 to the right
---@return moonreel.Image
function streaks.line(image, size, length, degrees)
  if length < 0.01 then return image:crop { 0, 0, size[1], size[2] } end
  local x, y = streaks.scale(length, degrees)
  local half = math.ceil(length / 16) * 8
  local margin = image.extent and { 0, 0 } or { x < 1 and half or 0, y < 1 and half or 0 }
  local blurred = reduced(image, size, margin, x, y):motion_blur(length * math.min(x, y), degrees)
  return enlarged(blurred, size, x, y, "bilinear")
end

-- Reads that lie one and a half pixels apart.
local function taps(length) return math.max(2, math.ceil(length / 1.5)) end

local middle = mr.kernel {
  name = "streaks: the middle",
  params = { x0 = 0, y0 = 0, radius = 1 },
  body = function(k)
    local share = pixels.length(k.x - k.x0, k.y - k.y0) / k.radius
    return k.image * (1 - share:smoothstep(0.5, 1))
  end,
}

---The frame blurred along rays or arcs, whose length grows with the distance from a point. A picture with edges is
---continued beyond them.
---@param image moonreel.Image
---@param size number[]        of the frame
---@param center number[]      the point, in pixels
---@param share number         length of the blur, as a share of the distance from the point
---@param blurred fun(image: moonreel.Image, center: number[], taps?: integer): moonreel.Image   gets the picture, or a reduced one
---@return moonreel.Image
function streaks.round(image, size, center, share, blurred)
  local x, y, whole = center[1], center[2], { 0, 0, size[1], size[2] }
  if share <= 0 then return image:crop(whole) end
  local function held(picture) return image.extent and picture:clamp_to_edges() or picture end
  -- Up to this distance, blurs are too short to hide that there are fewer pixels.
  local reach, radius = frame.reach(x, y, size), short / share
  if radius > reach * 0.6 then return blurred(held(image), center, taps(share * reach)):crop(whole) end
  -- The longer the blur, the less it matters how pixels are enlarged.
  local sampling = share > 0.1 and "bilinear" or "bicubic"
  local small = image:transform(mr.transform.scale(0.5), sampling)
  local far = blurred(held(small), { x / 2, y / 2 })
  -- With edges, so that no more than this is drawn.
  local side, inner = math.ceil(radius * (1 + share / 2)) + 2, math.ceil(radius)
  local near = held(image):crop { math.floor(x) - side, math.floor(y) - side, 2 * side, 2 * side }
  local sharp = blurred(near, center, taps(short))
    :crop { math.floor(x) - inner, math.floor(y) - inner, 2 * inner, 2 * inner }
  return middle(sharp, { x0 = x, y0 = y, radius = radius }):over(enlarged(far, size, 0.5, 0.5, sampling)):crop(whole)
end

return streaks
