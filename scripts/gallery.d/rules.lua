-- SPDX-License-Identifier: MIT
-- Prints what the standard library says of its options at run time, a line for each, for scripts/gallery: kind, entry,
-- option, its sort and limits in words, its default. An entry without options of its own has one line without an
-- option.

local mr = require "moonreel"

local function value(given)
  if type(given) == "string" then return string.format("%q", given) end
  if type(given) == "table" then
    local items = {}
    for _, item in ipairs(given) do items[#items + 1] = value(item) end
    if #items == 0 then return "{}" end
    return "{ " .. table.concat(items, ", ") .. " }"
  end
  if math.type(given) == "float" and given == math.floor(given) then return string.format("%d", given) end
  return tostring(given)
end

local function limits(rule)
  if rule.min and rule.max then return ", " .. value(rule.min) .. " to " .. value(rule.max) end
  if rule.min then return ", at least " .. value(rule.min) end
  if rule.max then return ", at most " .. value(rule.max) end
  return ""
end

local function sort(rule)
  if rule[1] == "choice" then return value(rule.among):gsub("^{ (.*) }$", "one of %1") end
  return (rule[1] == "any" and "" or rule[1]) .. limits(rule)
end

-- The rules of an entry's options; those of titles that move parts have their defaults apart.
local function rules_of(entry)
  local rules = {}
  for name, rule in pairs(entry.options) do rules[name] = rule end
  for name, default in pairs(entry.units or {}) do rules[name] = { "any", default = default } end
  return rules
end

local function line(...) print(table.concat({ "@", ... }, "\t")) end

for _, kind in ipairs { "audio", "charts", "effects", "templates", "titles", "transitions" } do
  local library = require("moonreel." .. kind)
  for _, entry in ipairs(library.names) do
    local names, rules = {}, rules_of(library[entry])
    for option in pairs(rules) do names[#names + 1] = option end
    table.sort(names)
    line(kind, entry)
    for _, option in ipairs(names) do
      local rule = rules[option]
      local default = rule.required and "required" or rule.default ~= nil and "default " .. value(rule.default) or ""
      line(kind, entry, option, (sort(rule)), default)
    end
  end
end

return mr.composition { size = { 16, 16 }, duration = 1, background = "black" }
