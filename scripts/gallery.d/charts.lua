-- SPDX-License-Identifier: MIT
-- One film with every chart for `seconds` each, in the order of `moonreel.charts`; scripts/gallery cuts it up.

local mr = require "moonreel"
local charts = require "moonreel.charts"

local size, seconds, rate = { 240, 135 }, 1.5, 8
local options = {
  bar = { data = { { "Mon", 12 }, { "Tue", 19 }, { "Wed", 7 }, { "Thu", 24 }, { "Fri", 16 } }, grow = 0.6 },
  clock = { at = "10:08:24", speed = 90, sweep = true },
  counter = { value = 12480, label = "steps a day", grow = 1 },
  line = { data = { 3, 5, 4, 8, 7, 11, 14 }, grow = 1.1 },
  pie = {
    data = { { "Rent", 42 }, { "Food", 24 }, { "Travel", 18 }, { "Rest", 16 } }, hole = 0.55, grow = 1,
    values = "none", text_size = 0.09,
  },
  ring = { value = 76, grow = 1, label = "done" },
  timer = { seconds = 2, tenths = true, warning = 0.6 },
}

local timeline = mr.timeline { fps = rate }
local track = timeline:add_track "video"
for _, name in ipairs(charts.names) do
  local given = options[name]
  given.size, given.background, given.duration = size, "#1b2233", seconds
  given.text_size = given.text_size or 0.085
  track:insert(charts[name](given), { 0, seconds })
end

return mr.export { timeline, video = mr.video_composition(timeline, { size = size, fps = rate }) }
