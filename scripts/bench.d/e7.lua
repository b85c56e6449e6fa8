-- SPDX-License-Identifier: MIT
-- E7: nine small, translucent layers that grow and turn over a gradient.

local mr = require "moonreel"
local settings = require "settings"

local show = mr.composition { size = { 1920, 1080 }, fps = 30, duration = 10 }
show:add {
  source = mr.image.linear_gradient {
    from = { 0, 0 }, to = { 1920, 0 }, stops = { "#101018", "#303060" }, size = { 1920, 1080 },
  },
}
local columns = { settings.clip "A", settings.clip "B", settings.clip "C" }
for row = 0, 2 do
  for column = 0, 2 do
    local turn = (row + column) % 2 == 0 and 15 or -15
    show:add {
      source = columns[column + 1], audio = false, duration = 10, sampling = "bilinear", opacity = 0.85,
      position = { 320 + 640 * column, 180 + 360 * row },
      scale = { { 0, 0.9 / 3 }, { 10, 1.1 / 3 } },
      rotation = { { 0, 0 }, { 10, turn } },
    }
  end
end
return settings.export(show)
