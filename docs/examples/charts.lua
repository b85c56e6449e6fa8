-- SPDX-License-Identifier: MIT
-- Charts in a film: a year of a small bakery, in a landscape or, with --set portrait=true, a portrait.

local mr = require "moonreel"
local charts = require "moonreel.charts"

local p = mr.params { portrait = { "boolean", default = false } }
local size = p.portrait and { 720, 1280 } or { 1280, 720 }

local show = mr.composition { size = size, fps = 30, background = "#151b2b" }
local at = 0

-- One chart after the other, each with what stands in `look`.
local function scene(seconds, chart, look)
  look.size, look.text_size = size, p.portrait and 0.045 or 0.036
  show:add {
    source = chart(look), at = at, duration = seconds,
    opacity = { { 0, 0 }, { 0.3, 1 }, { seconds - 0.3, 1 }, { seconds, 0 } },
  }
  at = at + seconds
end

scene(4, charts.counter, { value = 48250, prefix = "€", label = "bread and cakes in a year" })
scene(5, charts.bar, {
  title = "Sales by quarter", prefix = "€", short = true, ease = "out_back", series = { "bread", "cakes" },
  data = { { "Winter", 9400, 3100 }, { "Spring", 8700, 3900 }, { "Summer", 6100, 2800 }, { "Autumn", 9900, 4350 } },
})
scene(5, charts.line, {
  title = "Customers a day", grow = 3,
  data = {
    { "Jan", 81 }, { "Feb", 84 }, { "Mar", 92 }, { "Apr", 97 }, { "May", 90 }, { "Jun", 85 },
    { "Jul", 71 }, { "Aug", 64 }, { "Sep", 88 }, { "Oct", 103 }, { "Nov", 110 }, { "Dec", 126 },
  },
})
scene(5, charts.pie, {
  title = "What was sold", hole = 0.55, center = "€48k",
  data = { { "Loaves", 52 }, { "Rolls", 18 }, { "Cakes", 17 }, { "Biscuits", 9 }, { "Coffee", 4 } },
})
scene(4, charts.ring, { value = 87, label = "come again", colors = { "#06d6a0" } })
scene(4, charts.timer, { seconds = 3, finish = "Open!", warning = 1, delay = 0.4 })

return show
