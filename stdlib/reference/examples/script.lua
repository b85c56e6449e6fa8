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

-- mr.export
show:add { source = mr.source.lights {}, duration = 2 }
show = mr.export { show, preset = "720p", metadata = { title = "Lights" } }

return show
