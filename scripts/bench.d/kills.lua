-- SPDX-License-Identifier: MIT
-- Twelve shots of a second with words that move: a film of many spans that is rendered soon.

local mr = require "moonreel"

local show = mr.composition { size = { 640, 360 }, fps = 30, duration = 12, background = "#203040" }
for second = 0, 11 do
  local words = mr.text { text = "shot " .. second, size = 60, fill = "white" }
  show:add {
    source = words, fit = "none", position = { { 0, { 200, 180 } }, { 1, { 440, 180 } } }, at = second, duration = 1,
  }
  show:add { source = mr.source.tone { frequency = 200 + 20 * second, gain = 0.1 }, at = second, duration = 1 }
end
return show
