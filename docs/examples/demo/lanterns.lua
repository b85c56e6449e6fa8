-- SPDX-License-Identifier: MIT
-- Lanterns that rise through a night in blue and violet.

local mr = require "moonreel"

local width, height = 1280, 720

local night = mr.image.linear_gradient {
  from = { 0, 0 }, to = { 300, height }, stops = { "#070b24", "#1c1747", "#4a2159" },
}

-- Where a lantern hangs follows from its number alone, so any frame can be drawn at any time.
local function lantern(number, time)
  local share = number * 0.618034 % 1
  local size = 20 + 70 * (number * 0.754878 % 1)
  local y = height + 150 - (number * 97 + time * (30 + size)) % (height + 300)
  local x = share * width + 26 * math.sin(time * 0.8 + number)
  local warmth = number % 3 == 0 and "#ffb35e" or number % 3 == 1 and "#ff8d5a" or "#ffd98a"
  return mr.image.radial_gradient {
    center = { x, y }, radius = size,
    stops = { { 0, "#fff6dd" }, { 0.22, warmth }, { 0.3, warmth .. "66" }, { 1, warmth .. "00" } },
  }:crop { x - size, y - size, 2 * size, 2 * size }
end

local function draw(time)
  local picture = night
  for number = 1, 22 do picture = lantern(number, time):over(picture) end
  return picture
end

local timeline = mr.timeline()
local video = timeline:add_track "video"
video:insert(mr.source.custom { size = { width, height }, draw = draw }, { 0, 5 }, 0)
return timeline
