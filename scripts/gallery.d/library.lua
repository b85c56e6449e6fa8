-- SPDX-License-Identifier: MIT
-- library: all entries of the standard library, with their options at their ends, and a film of each.

local samples = require "samples"
local showing = require "moonreel.showing"

local library = { kinds = { "effects", "transitions", "titles", "templates", "charts" } }

---Every entry of a kind at its defaults, then with each of its options at each of its ends.
---@param kind string
---@return { kind: string, name: string, option: string, value: string }[]
function library.rows(kind)
  local rows = {}
  for name, entry in pairs(require("moonreel." .. kind)) do
    rows[#rows + 1] = { kind = kind, name = name, option = "", value = "" }
    local options = {}
    for option in pairs(entry.options) do options[#options + 1] = option end
    table.sort(options)
    for _, option in ipairs(options) do
      for _, value in ipairs(showing.ends(entry.options[option])) do
        rows[#rows + 1] = { kind = kind, name = name, option = option, value = tostring(value) }
      end
    end
  end
  return rows
end

-- `given`, with the option that the row asks for.
local function changed(entry, row, given)
  local options = {}
  for option, value in pairs(given or {}) do options[option] = value end
  if row.option ~= "" then
    local kind = entry.options[row.option][1]
    local value = row.value
    if kind == "boolean" then value = value == "true" end
    if kind == "number" or kind == "integer" then value = tonumber(value) end
    options[row.option] = value
  end
  return options
end

---A film of what a row says.
---@param row { kind: string, name: string, option: string, value: string }
---@param film { size: number[], fps: number, seconds: number, first: any, second: any }  and the two sources that it is shown with
---@return moonreel.Composition
function library.film(row, film)
  local entry = require("moonreel." .. row.kind)[row.name]
  local given = changed(entry, row, samples[row.kind] and samples[row.kind][row.name])
  if row.kind == "titles" then
    -- Letters as high as an eighth of the frame, four times what the gallery has at 1080 lines.
    given.size, given.font = (given.size or 34) * film.size[2] / 270, given.font or "DejaVu Sans"
  end
  return showing.film(entry, {
    size = film.size, fps = film.fps, seconds = film.seconds, first = film.first, second = film.second, options = given,
  })
end

return library
