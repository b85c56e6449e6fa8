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
local words = require "moonreel.words"

local options = {}

---The candidate nearest to a name, or nil where none is near.
---@param name string
---@param candidates string[]
---@return string?
function options.nearest(name, candidates) return words.nearest(name, candidates) end

---The end of a message about a name that is not known: the nearest one, or nothing.
---@param name string
---@param candidates string[]
---@return string
function options.hint(name, candidates) return words.hint(name, candidates) end

-- The names of all options, the likeliest first.
local function names_of(rules)
  local names = {}
  for _, name in ipairs { "text", "data" } do
    if rules[name] and not rules[name].required then names[1] = name end
  end
  for name, rule in pairs(rules) do
    if rule.required then names[#names + 1] = name end
  end
  for name, rule in pairs(rules) do
    if not rule.required and name ~= names[1] then names[#names + 1] = name end
  end
  return names
end

-- What is given instead of a table of options, or beside it; blames as `level` says, one up.
local function check_table(owner, given, names, level)
  local meta = getmetatable(given)
  if type(meta) == "table" and meta.__library then
    error("call it with a dot: " .. meta.__library .. "." .. owner .. " { … }", level + 1)
  end
  local example = names[1] and " such as { " .. names[1] .. " = … }" or ""
  if type(given) ~= "table" or (type(meta) == "table" and meta.__call) then
    error("bad options of " .. owner .. ": expected a table of options" .. example .. ", got "
      .. words.found(given), level + 1)
  end
  for name, value in pairs(given) do
    if type(name) ~= "string" then
      error(owner .. " takes options by name" .. example .. ", got " .. words.found(value)
        .. " at position " .. tostring(name), level + 1)
    end
  end
end

---Checks `given` against `rules` and returns a table with the defaults filled in.
---@param owner string                      whose options they are, for messages
---@param given table?                      the options as handed over
---@param rules table<string, moonreel.OptionRule>
---@param level? integer                    whom errors blame: 2, the default, the caller, 3 the caller's
---@return table
function options.check(owner, given, rules, level)
  level = level or 2
  local names = names_of(rules)
  if given ~= nil then check_table(owner, given, names, level) end
  for name in pairs(given or {}) do
    if not rules[name] then
      error("unknown option '" .. name .. "' to " .. owner .. words.hint(name, names, owner), level)
    end
  end
  local checked = {}
  for name, rule in pairs(rules) do
    local value = given and given[name]
    if value == nil then value = rule.default end
    if value ~= nil then
      local label = "'" .. name .. "' of " .. owner
      local is_good, expected, problem, meant = kinds[rule[1]](value, rule, label)
      if not is_good then
        error(problem or ("bad " .. label .. ": expected " .. expected .. ", got " .. words.found(value)), level)
      end
      if meant ~= nil then value = meant end
    elseif rule.required then
      error(owner .. " needs '" .. name .. "'", level)
    end
    checked[name] = value
  end
  return checked
end

return options
