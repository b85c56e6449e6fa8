-- SPDX-License-Identifier: MIT
-- What the studio's galleries draw: every entry of one library for `seconds`, with frames of the film that is watched.
-- `samples` and `pictures` are given by the studio.

local mr = require "moonreel"
local p = mr.params {
  kind = { "string", required = true }, width = { "integer", required = true }, height = { "integer", required = true },
}
local library, showing = require("moonreel." .. p.kind), require "moonreel.showing"

local seconds, rate = 2, 8
local first, second = pictures.first, pictures.second
local size = { p.width, p.height }
local names = table.move(library.names, 1, #library.names, 1, {})
table.sort(names)

-- An entry that needs more than there is here is not drawn.
local function try(make)
  local is_made, made = pcall(make)
  return is_made and made or nil
end

-- Letters as high as a fifth of the frame, whatever size samples have.
local function options_of(name)
  local options = {}
  for option, value in pairs(samples[p.kind] and samples[p.kind][name] or {}) do options[option] = value end
  if p.kind == "titles" then options.size = size[2] / 5 end
  return options
end

local show = mr.composition { size = size, fps = rate, duration = #names * seconds, background = "black" }
for index, name in ipairs(names) do
  local at = (index - 1) * seconds
  show:add { source = first, at = at, duration = seconds }
  local film = try(function()
    return showing.film(library[name], {
      size = size, fps = rate, seconds = seconds, first = first, second = second, options = options_of(name),
    })
  end)
  if film then show:add { source = film, at = at, duration = seconds } end
end
return show
