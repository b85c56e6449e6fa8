-- SPDX-License-Identifier: MIT
-- E3: a template: a clip, a smaller one that moves over it, a logo, a title of two lines, and music.

local mr = require "moonreel"
local settings = require "settings"

local show = mr.composition { size = { 1920, 1080 }, fps = 30, duration = 10 }
show:add { source = settings.clip "B", duration = 10 }
show:add {
  source = settings.clip "A", audio = false, at = 2, duration = 5, anchor = { 0, 0 }, scale = 0.5,
  position = { { 0, { 80, 60 } }, { 5, { 880, 480 } } },
  opacity = { { 0, 0 }, { 1, 1 }, { 4, 1 }, { 5, 0 } },
}
show:add {
  source = settings.file "logo.png", duration = 10, fit = "none", anchor = { 0, 0 },
  position = { 1280, 840 }, opacity = 0.8,
}
for top, text in pairs { [700] = "Peers measured", [790] = "a two-line title" } do
  local style = { text = text, font = "DejaVu Sans", weight = "bold", size = 72 }
  local metrics = mr.measure_text(style)
  show:add {
    source = mr.text(style), at = 1, duration = 4, anchor = { metrics.width / 2, metrics.ink[2] },
    position = { 960, top }, opacity = { { 0, 0 }, { 0.5, 1 }, { 3.5, 1 }, { 4, 0 } },
  }
end
show:add {
  source = settings.file "music.m4a", duration = 10,
  audio = { volume = { { 0, 1 }, { 2, 1 }, { 3, 0.2 }, { 7, 0.2 }, { 8, 1 } }, fade_out = 1 },
}
return settings.export(show)
