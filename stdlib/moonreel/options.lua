-- SPDX-License-Identifier: MIT
--
-- Checks a table of options by name and kind, with the same messages as Moonreel's own functions:
--
--   local options = require "moonreel.options"
--   local given = options.check("wipe", opts, {
--     angle    = { "number", default = 0 },
--     softness = { "number", default = 0.02, min = 0, max = 1 },
--     edge     = { "choice", among = { "hard", "soft" }, default = "soft" },
--   })

local kinds = require "moonreel.option_kinds"

local options = {}

local function describe(value)
  if value == nil then return "nothing" end
  if type(value) == "string" then return "'" .. (#value > 80 and value:sub(1, 77) .. "..." or value) .. "'" end
  if type(value) == "number" or type(value) == "boolean" then return tostring(value) end
  return "a " .. type(value)
end

local function distance(a, b)
  local above = {}
  for j = 0, #b do above[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same and 0 or 1))
    end
    above = row
  end
  return above[#b]
end

---The candidate nearest to a name, or nil where none is near.
---@param name string
---@param candidates string[]
---@return string?
function options.nearest(name, candidates)
  local best, least
  for _, candidate in ipairs(candidates) do
    local edits = distance(name:sub(1, 40), candidate:sub(1, 40))
    if not least or edits < least then best, least = candidate, edits end
  end
  if best and least <= math.max(2, #best // 3) then return best end
end

---The end of a message about a name that is not known: the nearest one, or nothing.
---@param name string
---@param candidates string[]
---@return string
function options.hint(name, candidates)
  local near = options.nearest(name, candidates)
  return near and (" (did you mean '" .. near .. "'?)") or ""
end

local function names_of(rules)
  local names = {}
  for name in pairs(rules) do names[#names + 1] = name end
  return names
end

---Checks `given` against `rules` and returns a table with the defaults filled in.
---@param owner string                      whose options they are, for messages
---@param given table?                      the options as handed over
---@param rules table<string, moonreel.OptionRule>
---@param level? integer                    whom errors blame: 2, the default, the caller, 3 the caller's
---@return table
function options.check(owner, given, rules, level)
  level = level or 2
  if given ~= nil and type(given) ~= "table" then
    error("bad options of " .. owner .. ": expected a table of options, got " .. describe(given), level)
  end
  for name in pairs(given or {}) do
    if not rules[name] then
      error("unknown option '" .. tostring(name) .. "' to " .. owner
        .. options.hint(tostring(name), names_of(rules)), level)
    end
  end
  local checked = {}
  for name, rule in pairs(rules) do
    local value = given and given[name]
    if value == nil then value = rule.default end
    if value ~= nil then
      local is_good, expected = kinds[rule[1]](value, rule)
      if not is_good then
        error("bad '" .. name .. "' of " .. owner .. ": expected " .. expected .. ", got "
          .. describe(value), level)
      end
    elseif rule.required then
      error(owner .. " needs '" .. name .. "'", level)
    end
    checked[name] = value
  end
  return checked
end

return options
