-- plugin-name: a film of two or more clips with a headline. moonreel check film.lua finds its mistakes.

local mr = require "moonreel"
local titles = require "moonreel.titles"
local transitions = require "moonreel.transitions"

-- What may be given from outside: --set headline="…", or --params film.json.
local p = mr.params {
  headline = { "string", default = "plugin-name", doc = "the big line" },
  clips    = { "files", default = mr.samples.clips, doc = "two or more clips" },
  length   = { "number", default = 3, min = 1, max = 60, doc = "seconds that each clip is seen" },
  upright  = { "boolean", default = false, doc = "1080 x 1920 instead of 1920 x 1080" },
}

local show = mr.composition { size = p.upright and { 1080, 1920 } or { 1920, 1080 }, fps = 30 }
show:sequence {
  p.clips, fit = "cover", clip_duration = p.length, overlap = 0.5,
  transition = transitions.dissolve {},
}
show:add {
  source = titles.fade {
    text = p.headline, size = 110, weight = "bold", align = "center", width = 0.8 * show.size[1],
    shadow = { blur = 12 },
  },
  at = 0.3, duration = p.length - 0.5,
}
return show
