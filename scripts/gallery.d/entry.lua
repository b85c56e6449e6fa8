-- SPDX-License-Identifier: MIT
-- One entry of the standard library at 1920x1080 over real footage, by itself: scripts/bench stdlib measures it.
--
--   moonreel render scripts/gallery.d/entry.lua --set media=MEDIA --allow MEDIA --set kind=effects --set name=glow \
--     --set option=radius --set value=0.5 --profile -o glow.mp4
--
-- Without a name it prints all entries, each with its default and with the ends of its options: kind, name, option and
-- value, separated by tabs.

local mr = require "moonreel"
local library = require "library"

local p = mr.params {
  media = { "string", required = true, doc = "the folder with A.mp4 and B.mp4" },
  kind = { "string", default = "effects", doc = "effects, transitions, titles, templates or charts" },
  name = { "string", default = "", doc = "which entry" },
  option = { "string", default = "", doc = "an option that is not at its default" },
  value = { "string", default = "", doc = "what it is instead" },
}

local film = { size = { 1920, 1080 }, fps = 30, seconds = 2 }

if p.name == "" then
  for _, kind in ipairs(library.kinds) do
    for _, row in ipairs(library.rows(kind)) do
      print(table.concat({ row.kind, row.name, row.option, row.value }, "\t"))
    end
  end
  local show = mr.composition { size = film.size, fps = film.fps }
  show:add { source = mr.color "black", duration = film.seconds }
  return show
end
film.first, film.second = mr.asset(p.media .. "/A.mp4"), mr.asset(p.media .. "/B.mp4")
return library.film(p, film)
