-- SPDX-License-Identifier: MIT
-- A template of thirty seconds: three clips that move slowly under a lower third, and a title of three seconds in the
-- middle, which is all that its variants differ in.

local mr = require "moonreel"
local fx = require "moonreel.effects"
local templates = require "moonreel.templates"
local settings = require "settings"

local p = mr.params { title = { "string", default = "Monday", doc = "the words in the middle" } }

local show = mr.composition { size = { 1920, 1080 }, fps = 30, duration = 30 }
for index, name in ipairs { "A", "B", "C" } do
  show:add {
    source = settings.clip(name), at = 10 * (index - 1), duration = 10,
    effects = { fx.ken_burns { from_zoom = 1, to_zoom = 1.08 } },
  }
end
show:add {
  source = templates.lower_third { name = "Harbour light", role = "Lit at nightfall" },
  at = 2, duration = 4,
}
show:add {
  source = templates.title_card { title = p.title, subtitle = "from the dunes", background = "#10101899" },
  at = 13, duration = 3,
}
return settings.export(show)
