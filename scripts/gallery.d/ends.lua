-- SPDX-License-Identifier: MIT
-- All entries of a kind with their options at their ends, each for a second, small: whether each can be drawn.
-- Prints one line for each second: entry, option and value.

local mr = require "moonreel"
local library = require "library"

local p = mr.params {
  kind = { "string", default = "effects", doc = "effects, transitions, titles, templates or charts" },
  width = { "number", default = 64 }, height = { "number", default = 36 },
}

local film = { size = { p.width, p.height }, fps = 20, seconds = 1 }
film.first = mr.source.test_card { size = film.size }
film.second = mr.source.lights { size = film.size }

local all = mr.composition { size = film.size, fps = film.fps }
for index, row in ipairs(library.rows(p.kind)) do
  print(row.name .. " " .. row.option .. "=" .. row.value)
  all:add { source = library.film(row, film), at = index - 1, trim = { 0, 1 } }
end
return all
