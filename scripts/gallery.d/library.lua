-- SPDX-License-Identifier: MIT
-- library: all entries of the standard library, with their options at their ends, and a film of each.

local mr = require "moonreel"
local samples = require "samples"

local library = { kinds = { "effects", "transitions", "titles", "templates", "charts" } }

-- What an angle may be, where nothing limits a number: neither level nor upright.
local any_number = 37

-- The values of an option that may cost more than its default, as text.
local function ends_of(rule)
  local kind, values = rule[1], {}
  if kind == "number" or kind == "integer" then
    values = { rule.min, rule.max }
    if not rule.min and not rule.max then values = { any_number } end
    -- A list with a hole at its beginning has no length.
    if not rule.min and rule.max then values = { rule.max } end
  elseif kind == "choice" then
    values = rule.among
  elseif kind == "boolean" then
    values = { true, false }
  end
  local texts = {}
  for _, value in ipairs(values) do
    if value ~= rule.default then texts[#texts + 1] = tostring(value) end
  end
  return texts
end

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
      for _, value in ipairs(ends_of(entry.options[option])) do
        rows[#rows + 1] = { kind = kind, name = name, option = option, value = value }
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

-- Letters as high as an eighth of the frame, four times what the gallery has at 1080 lines.
local function title_options(row, size, given)
  local options = { size = 34, weight = "bold", font = "DejaVu Sans", fill = "#f4efe6" }
  if row.name ~= "count_up" then options.text = (row.name:gsub("_", " ")) end
  for option, value in pairs(given or {}) do options[option] = value end
  options.size = options.size * size[2] / 270
  return options
end

local makers = {}

function makers.effects(show, entry, row, film)
  show:add { source = film.first, trim = { 0, film.seconds }, effects = { entry(changed(entry, row, samples.effects[row.name])) } }
end

function makers.transitions(show, entry, row, film)
  local length = film.seconds + 0.1
  show:sequence {
    { source = film.first, trim = { 0, length } }, { source = film.second, trim = { 0, length } },
    overlap = film.seconds, transition = entry(changed(entry, row)),
  }
end

function makers.titles(show, entry, row, film)
  show:add { source = film.first, trim = { 0, film.seconds } }
  local given = title_options(row, film.size, samples.titles[row.name])
  show:add { source = entry(changed(entry, row, given)), duration = film.seconds }
end

function makers.templates(show, entry, row, film)
  show:add { source = film.first, trim = { 0, film.seconds } }
  show:add { source = entry(changed(entry, row, samples.templates[row.name])), duration = film.seconds }
end

function makers.charts(show, entry, row, film)
  local given = { size = film.size, duration = film.seconds }
  for option, value in pairs(samples.charts[row.name]) do given[option] = given[option] or value end
  local options = changed(entry, row, given)
  show:add { source = film.first, trim = { 0, film.seconds } }
  show:add { source = entry(options), duration = math.min(film.seconds, options.duration) }
end

---A film of what a row says.
---@param row { kind: string, name: string, option: string, value: string }
---@param film { size: number[], fps: number, seconds: number, first: any, second: any }  and the two sources that it is shown with
---@return moonreel.Composition
function library.film(row, film)
  local show = mr.composition { size = film.size, fps = film.fps }
  makers[row.kind](show, require("moonreel." .. row.kind)[row.name], row, film)
  return show
end

return library
