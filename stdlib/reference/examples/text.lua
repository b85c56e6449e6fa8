-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/text.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "#202630", duration = 3 }

-- mr.text
show:add {
  source = mr.text { text = "First light", size = 72, weight = "bold", fill = "#ffe9b0", shadow = { blur = 6 } },
  duration = 3,
}

-- mr.measure_text
local options = { text = "A line that has to fit", size = 60 }
local width = mr.measure_text(options).width
if width > 600 then options.size = options.size * 600 / width end
show:add { source = mr.text(options), duration = 3 }

-- mr.text_units
local options = { text = "one two", size = 60 }
local words = mr.text_units(options, "word")
assert(#words == 2 and words[2].box[1] > words[1].box[1])

-- mr.source.text
show:add {
  source = mr.source.text {
    text = "letter by letter", size = 56,
    animators = { { from = { y = 40, opacity = 0 }, duration = 0.5, stagger = 0.05, ease = "out_cubic" } },
  },
  duration = 3,
}

-- mr.shape
show:add {
  source = mr.shape { star = { radius = 100, points = 5 }, fill = "#ffd166", stroke = { width = 6, color = "#e8452c" } },
  duration = 3,
}

-- mr.source.shape
show:add {
  source = mr.source.shape { ellipse = { 0, 0, 200, 200 }, stroke = { width = 8, color = "white" },
    trim = { 0, { { 0, 0 }, { 2, 1, "in_out_sine" } } } },
  duration = 3,
}

-- mr.svg
show:add {
  source = mr.svg { color = "#4cc9f0", text = [[
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">
      <circle cx="100" cy="100" r="90" fill="currentColor"/>
    </svg>]] },
  duration = 3,
}

-- mr.source.lottie
show:add {
  source = mr.source.lottie { loop = true, text = [[{
    "v": "5.5.2", "fr": 30, "ip": 0, "op": 30, "w": 200, "h": 200, "layers": [{
      "ty": 4, "ip": 0, "op": 30, "st": 0, "ks": { "o": { "k": 100 }, "p": { "k": [100, 100] },
        "r": { "a": 1, "k": [{ "t": 0, "s": [0], "i": { "x": [1], "y": [1] }, "o": { "x": [0], "y": [0] } },
          { "t": 30, "s": [360] }] } },
      "shapes": [{ "ty": "rc", "p": { "k": [0, 0] }, "s": { "k": [120, 120] }, "r": { "k": 12 } },
        { "ty": "fl", "c": { "k": [0.9, 0.3, 0.2, 1] }, "o": { "k": 100 } }] }] }]] },
  duration = 3,
}

return show
