-- SPDX-License-Identifier: MIT
-- option_kinds: the kinds of options that moonreel.options knows. Each kind is a function of a value. It returns whether
-- the value is of that kind; in words, what is expected; the whole message where that is not all that is to be said;
-- and the value to use where it is not the one that was given.

local list = require "moonreel.list"
local words = require "moonreel.words"

-- A kind that Moonreel's own functions take, too: they judge the value, in their words.
local function native(kind)
  return function(value, rule, label)
    local problem = words.problem(kind, value, label, rule)
    return problem == nil, nil, problem
  end
end

-- Whether it is a list with at least one item, each of which is good, or one such item; and the list.
local function list_of(value, is_good)
  if is_good(value) then return true, { value } end
  local items = type(value) == "table" and list.of(value)
  if not items or #items == 0 then return false end
  for _, item in ipairs(items) do
    if not is_good(item) then return false end
  end
  return true, items
end

-- What is wrong with the first of a list of colours that is none.
local function colors_problem(value, label)
  for position, item in ipairs(value) do
    local problem = words.problem("color", item, "item " .. position .. " of " .. label)
    if problem then return problem end
  end
end

local kinds = {
  table = function(value) return type(value) == "table", "a table" end,
  ["function"] = function(value) return type(value) == "function", "a function" end,
  integer = function(value, rule, label)
    local problem = words.problem("integer", value, label, rule)
    return problem == nil, nil, problem, math.tointeger(value)
  end,
  list = function(value)
    local items = list.of(value)
    return items ~= nil, "a list, which counts from 1 and has no names", nil, items
  end,
  colors = function(value, _, label)
    local problem = words.problem("color", value, label)
    if not problem then return true, nil, nil, { value } end
    if type(value) ~= "table" then return false, nil, problem end
    local items = list.of(value)
    local is_list = items ~= nil and #items > 0
    problem = is_list and colors_problem(items, label) or nil
    return is_list and not problem, "a list of colours", problem, items
  end,
  vector = function(value, rule, label)
    if (rule.count == 3 or rule.count == 4) and type(value) ~= "table" then
      local problem = words.problem("color", value, label)
      return problem == nil, nil, problem
    end
    local kind = rule.component == "boolean" and "boolean" or "number"
    local items = type(value) == "table" and list.of(value)
    local is_good = items and #items >= rule.count
    for _, item in ipairs(items or {}) do is_good = is_good and type(item) == kind end
    local what = kind == "boolean" and " values that are true or false" or " numbers"
    return is_good or false, "a list of " .. rule.count .. what, nil, items
  end,
  moving = function(value, rule, label)
    if type(value) == "function" or (type(value) == "userdata" and tostring(value) == "sound curve") then return true end
    if type(value) ~= "table" then return native("number")(value, rule, label) end
    local keys = list.of(value)
    if not keys or #keys == 0 then return false, "a number, keyframes { { time, value }, … } or a function (time)" end
    for position, key in ipairs(keys) do
      local number = type(key) == "table" and (key[2] or key.value)
      local problem = words.problem("number", number, "the value of keyframe " .. position .. " of " .. label, rule)
      if problem then return false, nil, problem end
    end
    return true
  end,
  sound = function(value) return type(value) == "userdata", "a layer, a bus or a track" end,
  strings = function(value)
    local is_good, items = list_of(value, function(item) return type(item) == "string" end)
    return is_good, "a list of strings", nil, items
  end,
  any = function() return true end,
}
for _, kind in ipairs { "number", "string", "boolean", "color", "point", "size", "image", "choice" } do
  kinds[kind] = native(kind)
end
return kinds
