-- SPDX-License-Identifier: MIT
-- Words that light up as they are said, a translation above, and both as tracks that players can switch on.
local mr = require "moonreel"

local english = mr.captions({
  { words = {
    { text = "Captions", range = { 0.4, 1.1 } }, { text = "follow", range = { 1.1, 1.6 } },
    { text = "the", range = { 1.6, 1.8 } }, { text = "voice,", range = { 1.8, 2.6 } } } },
  { range = { 2.8, 5 }, text = "what is too long for one line breaks in its middle" },
  { range = { 5.2, 7.6 }, text = "Nothing leaves the safe area." },
}, { language = "en", title = "English" })

local german = mr.captions({
  { range = { 0.4, 2.6 }, text = "Untertitel folgen der Stimme," },
  { range = { 2.8, 5 }, text = "und was zu lang ist, wird umbrochen" },
  { range = { 5.2, 7.6 }, text = "Nichts verlässt den sicheren Bereich." },
}, { language = "de", title = "Deutsch" })

local show = mr.composition { size = { 1280, 720 }, fps = 30, duration = 8 }
show:add { source = mr.source.lights { size = { 1280, 720 }, palette = "lagoon" } }
show:add {
  source = mr.source.captions {
    captions = english, size = 52, weight = "bold",
    highlight = { mode = "word", box = { color = "#e0218a", padding = { 12, 2 }, radius = 12 } },
  },
}
show:add {
  source = mr.source.captions {
    captions = german, size = 30, position = "top", fill = "#fff6e0",
    box = { color = "#0009", padding = { 18, 8 }, radius = 8 },
  },
}
show:add_captions(english, { default = true })
show:add_captions(german)
return show
