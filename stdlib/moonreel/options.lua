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

local mr = require "moonreel"

local options = {}

local function describe(value)
  if value == nil then return "nothing" end
  if type(value) == "string" then return "'" .. value .. "'" end
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

local function limits(rule)
  if rule.min and rule.max then return " from " .. rule.min .. " to " .. rule.max end
  if rule.min then return " of at least " .. rule.min end
  if rule.max then return " of at most " .. rule.max end
  return ""
end

local function in_limits(value, rule)
  return value == value and (not rule.min or value >= rule.min) and (not rule.max or value <= rule.max)
end

local function is_length(value)
  if type(value) == "number" then return value == value end
  return type(value) == "string" and tonumber(value:match("^(.*)%%$")) ~= nil
end

local function is_point(value)
  return type(value) == "table" and #value == 2 and is_length(value[1]) and is_length(value[2])
end

local kinds = {
  number = function(value, rule)
    return type(value) == "number" and in_limits(value, rule), "a number" .. limits(rule)
  end,
  integer = function(value, rule)
    return math.type(value) == "integer" and in_limits(value, rule), "a whole number" .. limits(rule)
  end,
  string = function(value) return type(value) == "string", "a string" end,
  boolean = function(value) return type(value) == "boolean", "true or false" end,
  table = function(value) return type(value) == "table", "a table" end,
  ["function"] = function(value) return type(value) == "function", "a function" end,
  color = function(value)
    return pcall(mr.color, value), 'a colour: "#rrggbb", a name, or { red, green, blue, alpha } from 0 to 1'
  end,
  point = function(value)
    return is_point(value), 'a point { x, y } in pixels or shares such as "50%"'
  end,
  image = function(value)
    return type(value) == "userdata" and pcall(mr.color("black").over, value, "black"), "a picture"
  end,
  any = function() return true, "a value" end,
  choice = function(value, rule)
    for _, choice in ipairs(rule.among) do
      if choice == value then return true end
    end
    return false, "one of '" .. table.concat(rule.among, "', '") .. "'"
  end,
}

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
