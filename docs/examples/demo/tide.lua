-- SPDX-License-Identifier: MIT
-- Moonlight on water: a moon, its glitter, and slow waves.

local mr = require "moonreel"

local width, height, horizon = 1280, 720, 400

local sky = mr.image.linear_gradient {
  from = { 0, 0 }, to = { 0, horizon }, stops = { "#050a1e", "#12305a", "#3f6f93" },
}
local sea = mr.image.linear_gradient {
  from = { 0, horizon }, to = { 0, height }, stops = { "#2c5a7c", "#0d2746", "#040c1d" },
}:crop { 0, horizon, width, height - horizon }

local moon = mr.image.radial_gradient {
  center = { 430, 170 }, radius = 210,
  stops = { { 0, "#fffdf2" }, { 0.26, "#f7f3dc" }, { 0.29, "#dfe6f055" }, { 1, "#9fc0e000" } },
}

-- The glitter is a ladder of thin bars that grow wider and calmer towards the shore.
local function glitter(time)
  local light = mr.image.empty()
  for step = 1, 26 do
    local depth = step / 26
    local y = horizon + 6 + (height - horizon) * depth ^ 1.7
    local wave = math.sin(time * (2.6 - depth) + step * 1.9)
    local half = (26 + 190 * depth) * (0.7 + 0.3 * wave)
    local x = 430 + 40 * depth * math.sin(time * 0.9 + step * 2.4)
    local bar = mr.image.color("#f4efd2"):crop { x - half, y, 2 * half, 2 + 7 * depth }
    light = bar:opacity(0.20 + 0.28 * (wave + 1) / 2 * (1 - 0.4 * depth)):over(light)
  end
  return light:blur(3)
end

local function draw(time) return glitter(time):over(sea):over(moon:over(sky)) end

local timeline = mr.timeline()
local video = timeline:add_track "video"
video:insert(mr.source.custom { size = { width, height }, draw = draw }, { 0, 5 }, 0)
return timeline
