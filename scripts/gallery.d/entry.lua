-- SPDX-License-Identifier: MIT
-- One entry of the standard library at 1920x1080 over real footage, by itself: scripts/bench stdlib measures it.
--
--   moonreel render scripts/gallery.d/entry.lua --set media=MEDIA --allow MEDIA --set kind=effects --set name=glow \
--     --set option=radius --set value=0.5 --profile -o glow.mp4
--
-- Without a name it prints all entries, each with its default and with the ends of its options: kind, name, option and
-- value, separated by tabs.

local mr = require "moonreel"
local samples = require "samples"

local p = mr.params {
  media = { "string", required = true, doc = "the folder with A.mp4 and B.mp4" },
  kind = { "string", default = "effects", doc = "effects, transitions, titles, templates or charts" },
  name = { "string", default = "", doc = "which entry" },
  option = { "string", default = "", doc = "an option that is not at its default" },
  value = { "string", default = "", doc = "what it is instead" },
}

local width, height = 1920, 1080
local size, seconds = { width, height }, 2

-- What an angle may be, where nothing limits a number: neither level nor upright.
local any_number = 37

-- The values of an option that may cost more than its default, as text.
local function ends_of(rule)
  local kind, values = rule[1], {}
  if kind == "number" or kind == "integer" then
    values = { rule.min, rule.max }
    if not rule.min and not rule.max then values = { any_number } end
  elseif kind == "choice" then
    values = rule.among
  elseif kind == "boolean" then
    values = { true, false }
  end
  local texts = {}
  for _, value in ipairs(values) do
    if value ~= rule.default then texts[#texts + 1] = tostring(value) end
  end
  -- `ipairs` ends before the maximum where there is no minimum.
  if not rule.min and rule.max and rule.max ~= rule.default then texts = { tostring(rule.max) } end
  return texts
end

local function list()
  for _, kind in ipairs { "effects", "transitions", "titles", "templates", "charts" } do
    for name, entry in pairs(require("moonreel." .. kind)) do
      print(table.concat({ kind, name, "", "" }, "\t"))
      local options = {}
      for option in pairs(entry.options) do options[#options + 1] = option end
      table.sort(options)
      for _, option in ipairs(options) do
        for _, value in ipairs(ends_of(entry.options[option])) do
          print(table.concat({ kind, name, option, value }, "\t"))
        end
      end
    end
  end
end

local function clip(name) return mr.asset(p.media .. "/" .. name .. ".mp4") end

-- `given`, with the option that is asked for.
local function changed(entry, given)
  local options = {}
  for option, value in pairs(given or {}) do options[option] = value end
  if p.option ~= "" then
    local kind = entry.options[p.option][1]
    local value = p.value
    if kind == "boolean" then value = value == "true" end
    if kind == "number" or kind == "integer" then value = tonumber(value) end
    options[p.option] = value
  end
  return options
end

-- Letters that stand at 136 pixels, four times what the gallery has.
local function title_options(given)
  local options = { size = 34, weight = "bold", font = "DejaVu Sans", fill = "#f4efe6" }
  if p.name ~= "count_up" then options.text = (p.name:gsub("_", " ")) end
  for option, value in pairs(given or {}) do options[option] = value end
  options.size = 4 * options.size
  return options
end

local makers = {}

function makers.effects(show, entry)
  show:add { source = clip "A", trim = { 0, seconds }, effects = { entry(changed(entry)) } }
end

function makers.transitions(show, entry)
  local length = seconds + 0.1
  show:sequence {
    { source = clip "A", trim = { 0, length } }, { source = clip "B", trim = { 0, length } },
    overlap = seconds, transition = entry(changed(entry)),
  }
end

function makers.titles(show, entry)
  show:add { source = clip "A", trim = { 0, seconds } }
  show:add { source = entry(changed(entry, title_options(samples.titles[p.name]))), duration = seconds }
end

function makers.templates(show, entry)
  show:add { source = clip "A", trim = { 0, seconds } }
  show:add { source = entry(changed(entry, samples.templates[p.name])), duration = seconds }
end

function makers.charts(show, entry)
  local given = samples.charts[p.name]
  given.size, given.duration = size, seconds
  local options = changed(entry, given)
  show:add { source = clip "A", trim = { 0, seconds } }
  show:add { source = entry(options), duration = math.min(seconds, options.duration) }
end

local show = mr.composition { size = size, fps = 30 }
if p.name == "" then
  list()
  show:add { source = mr.color "black", duration = seconds }
else
  makers[p.kind](show, require("moonreel." .. p.kind)[p.name])
end
return show
