-- SPDX-License-Identifier: MIT
-- A small film of the demo's clips, as docs/guides/studio.md shows it in the studio; scripts/gallery takes the pictures.

local mr = require "moonreel"
local tr = require "moonreel.transitions"
local titles = require "moonreel.titles"

local p = mr.params {
  headline = { "string", default = "First light", doc = "What the title says" },
  size = { "number", default = 110, min = 40, max = 200, doc = "How high its letters are" },
  ink = { "color", default = "#ffe9b0", doc = "Their colour" },
}

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
show:sequence {
  { source = mr.asset "dunes.mp4", duration = 4, name = "dunes" },
  { source = mr.asset "tide.mp4", duration = 4, name = "tide" },
  { source = mr.asset "lanterns.mp4", duration = 3.5, name = "lanterns" },
  overlap = 1, transition = tr.page_curl {},
}
show:add {
  source = titles.shine { text = p.headline, size = p.size, fill = p.ink }, duration = 3.5, name = "title",
  position = { { 0, { 640, 300 } }, { 3, { 640, 420 } } }, opacity = { { 2.5, 1 }, { 3.5, 0 } },
}
show:add { source = mr.asset "score.wav", duration = show.duration, name = "score", audio = { fade_out = 1 } }
return show
