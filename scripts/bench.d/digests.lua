-- SPDX-License-Identifier: MIT
-- Ten layers that move, for 10,000 frames: what `scripts/bench reload` finds the digests of.

local mr = require "moonreel"
local show = mr.composition { size = { 1920, 1080 }, fps = 25, duration = 400 }
show:add { source = mr.color "#203040" }
for index = 1, 9 do
  show:add {
    source = index % 3 == 0 and mr.text { text = "Layer " .. index, size = 80 }
      or mr.color("red"):crop { 0, 0, 320, 180 },
    position = { { 0, { 100 + 150 * index, 100 } }, { 400, { 100 + 150 * index, 900 } } },
    rotation = { { 0, 0 }, { 400, 3600 } },
    opacity = { { 0, 0.2 }, { 200, 1 }, { 400, 0.2 } },
  }
end
return show
