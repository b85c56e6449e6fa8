-- SPDX-License-Identifier: MIT
-- One film with every chart for `seconds` each, in the order of `moonreel.charts`; scripts/gallery cuts it up.

local mr = require "moonreel"
local charts = require "moonreel.charts"
local samples = require "samples"

local size, seconds, rate = { 240, 135 }, 1.5, 8

local timeline = mr.timeline { fps = rate }
local track = timeline:add_track "video"
for _, name in ipairs(charts.names) do
  local given = samples.charts[name]
  given.size, given.background, given.duration = size, "#1b2233", seconds
  given.text_size = given.text_size or 0.085
  track:insert(charts[name](given), { 0, seconds })
end

return mr.export { timeline, video = mr.video_composition(timeline, { size = size, fps = rate }) }
