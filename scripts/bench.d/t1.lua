-- SPDX-License-Identifier: MIT
-- T1 and S1: a film from the standard library: six photographs with Ken Burns moves and four
-- transitions, a title card, a lower third, captions, a logo, and music. S1 has twice the lines.

local mr = require "moonreel"
local fx = require "moonreel.effects"
local templates = require "moonreel.templates"
local tr = require "moonreel.transitions"
local settings = require "settings"

local p = mr.params {
  photos = { "string", required = true, doc = "the folder with photo1.jpg to photo6.jpg" },
  lines = { "integer", default = 1080, min = 270, doc = "height of the film" },
}
local width, height = p.lines * 16 // 9, p.lines
local show = mr.composition { size = { width, height }, fps = 30, duration = 20 }

-- Each photograph is there for 116 frames, and 24 of them together with the next; the third gives
-- way to the fourth by a cut.
local moves = {
  { from_zoom = 1, to_zoom = 1.25, to = { "58%", "45%" } },
  { from_zoom = 1.25, to_zoom = 1, from = { "42%", "55%" }, to = { "50%", "50%" } },
}
local photos = {}
for number, start in ipairs { 0, 92, 184, 300, 392, 484 } do
  local move = moves[(number - 1) % 2 + 1]
  photos[number] = show:add {
    source = mr.asset(("%s/photo%d.jpg"):format(p.photos, number)), fit = "cover",
    at = start / 30, duration = 116 / 30, effects = { fx.ken_burns(move) },
  }
end
show:transition(photos[1], photos[2], tr.dissolve())
show:transition(photos[2], photos[3], tr.wipe { softness = 0.1 })
show:transition(photos[4], photos[5], tr.push())
show:transition(photos[5], photos[6], tr.iris())

show:add {
  source = templates.title_card {
    title = "Three roads", subtitle = "A film of six photographs", background = "#10101899",
  },
  duration = 3,
}
show:add {
  source = templates.lower_third { name = "Harbour light", role = "Lit at nightfall" },
  at = 5, duration = 4,
}
show:add {
  source = mr.source.captions {
    captions = mr.captions {
      { range = { 10.5, 13 }, text = "Captions are broken into lines" },
      { range = { 13.4, 16 }, text = "and stay inside the safe area," },
      { range = { 16.4, 19 }, text = "on a plate of their own." },
    },
    font = "DejaVu Sans", size = 48 * p.lines / 1080,
    box = { color = "#000a", padding = { 24 * p.lines / 1080, 12 * p.lines / 1080 } },
  },
}
show:add {
  source = settings.file "logo.png", duration = 20, fit = "none", scale = p.lines / 2160,
  anchor = { "100%", 0 }, position = { width * 0.975, height * 0.04 }, opacity = 0.8,
}
show:add {
  source = settings.file "music.m4a", duration = 20, audio = { fade_in = 0.5, fade_out = 2 },
}
return settings.export(show)
