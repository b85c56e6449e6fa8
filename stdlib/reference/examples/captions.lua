-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/captions.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "#202630", duration = 6 }
local talk = mr.captions {
  { range = { 0.5, 2 }, text = "The lamps are lit." },
  { range = { 2.5, 4 }, text = "Now we wait." },
}

-- mr.captions
local spoken = mr.captions "talk.srt"
show:add { source = mr.source.captions { captions = spoken } }

-- Captions:at
assert(talk:at(1)[1].text == "The lamps are lit.")

-- Captions:words
assert(#talk:words() == 7)

-- Captions:shift
local late = talk:shift(0.5)
assert(late:at(1.2)[1] and #late:at(0.7) == 0)

-- Captions:scale
show:add_captions(talk:scale(24 / 25))

-- Captions:clip
assert(#talk:clip({ 0, 2 }):words() == 4)

-- Captions:merge
local both = talk:merge(mr.captions { { range = { 4.5, 5.5 }, text = "There!" } })
show:add { source = mr.source.captions { captions = both } }

-- mr.source.captions
show:add {
  source = mr.source.captions {
    captions = talk, size = 28, box = { color = "#000000a0", padding = 8, radius = 6 },
    highlight = { mode = "word", fill = "#ffd166" },
  },
}

-- mr.source.ass
show:add { source = mr.source.ass "song.ass", duration = 3 }

return show
