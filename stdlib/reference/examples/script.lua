-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/script.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "#202630", duration = 3 }

-- mr.frames
show:add { source = mr.text { text = "blink", size = 60 }, at = mr.frames(15), duration = mr.frames(30) }

-- mr.color
local ink = mr.color "#e8452c"
assert(ink.rgba[4] == 1)
show:add { source = ink:opacity(0.4), duration = 1 }

-- mr.params
local p = mr.params {
  headline = { "string", default = "First light", doc = "What the title says" },
  size = { "number", default = 60, min = 20, max = 120, doc = "How high its letters are" },
}
show:add { source = mr.text { text = p.headline, size = p.size }, duration = 2 }

-- mr.read_csv
local is_there, rows = pcall(mr.read_csv, "prices.csv", { numbers = true })
if not is_there then rows = { { fruit = "Apples", price = 3 } } end
show:add { source = mr.text { text = rows[1].fruit .. " " .. rows[1].price, size = 60 }, duration = 2 }

-- mr.read_json, mr.read_text
local is_there, words = pcall(mr.read_json, "words.json")
if not is_there then is_there, words = pcall(mr.read_text, "words.txt") end
show:add { source = mr.text { text = is_there and tostring(words) or "no words", size = 60 }, duration = 2 }

-- mr.otio
show:add { source = mr.otio("cut.otio", { media = { "footage" } }), duration = 0.4 }

-- mr.export
show:add { source = mr.source.lights {}, duration = 2 }
show = mr.export { show, preset = "720p", metadata = { title = "Lights" } }

return show
