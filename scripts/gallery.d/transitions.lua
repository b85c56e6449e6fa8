-- SPDX-License-Identifier: MIT
-- One film with every transition for `seconds` each, in the order of `moonreel.transitions`; scripts/gallery
-- cuts it up. It leads from mountains by day into a town at night.

local mr = require "moonreel"
local transitions = require "moonreel.transitions"

local width, height, seconds, rate = 160, 90, 1.5, 8

local function hill(points, color) return mr.color(color):matte(mr.image.mask { polygon = points }) end

local function day()
  local sky = mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 70 }, stops = { "#2f7fd0", "#bfe3f2" } }
  local sun = mr.color("#fff3b0"):matte(mr.image.mask { ellipse = { 112, 12, 20, 20 }, feather = 1 })
  local far = hill({ { 0, 58 }, { 44, 28 }, { 82, 56 }, { 118, 36 }, { 160, 62 }, { 160, 90 }, { 0, 90 } }, "#5a86a8")
  local near = hill({ { 0, 74 }, { 50, 58 }, { 104, 72 }, { 160, 54 }, { 160, 90 }, { 0, 90 } }, "#3f8f5a")
  return near:over(far:over(sun:over(sky))):crop { 0, 0, width, height }
end

local function night()
  local sky = mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 90 }, stops = { "#160a36", "#7a2a6a", "#f08a4a" } }
  local picture = sky
  for index = 0, 7 do
    local tall = 24 + (index * 37 % 29)
    local house = mr.color(index % 2 == 0 and "#120a24" or "#22123c")
      :matte(mr.image.mask { rect = { index * 20, height - tall, 20, tall } })
    picture = house:over(picture)
    for row = 1, tall // 9 - 1 do
      local window = mr.color("#ffd27a"):matte(mr.image.mask {
        rect = { index * 20 + 4 + (row * 5 + index * 3) % 9, height - tall + row * 9 - 3, 3, 4 } })
      picture = window:over(picture)
    end
  end
  return picture:crop { 0, 0, width, height }
end

local old, new = day(), night()
local timeline = mr.timeline { fps = rate }
local track = timeline:add_track "video"
for _, maker in pairs(transitions) do
  local change = maker()
  local source = mr.source.custom { size = { width, height }, duration = seconds, draw = function(time, context)
    -- the first frame shows the old picture, the last two the new one
    local progress = (time - 1 / rate) / (seconds - 3 / rate)
    return change(old, new, progress, {
      size = { width, height }, time = time, seed = 5, frame_duration = 1 / rate, frame_index = context.frame_index,
    }):over "black"
  end }
  track:insert(source, { 0, seconds })
end

return mr.export { timeline, video = mr.video_composition(timeline, { size = { width, height }, fps = rate }) }
