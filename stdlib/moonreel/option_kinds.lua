-- SPDX-License-Identifier: MIT
-- option_kinds: the kinds of options that moonreel.options knows. Each kind is a function of a value. It returns whether
-- the value is of that kind; in words, what is expected; how to mend the value (" (write 0.5)") or nil; the whole message
-- where another one fits better; and the value to use where it is not the one that was given.

local list = require "moonreel.list"
local mr = require "moonreel"
local words = require "moonreel.words"

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

local function is_size(value)
  if type(value) ~= "table" or #value ~= 2 then return false end
  for _, side in ipairs(value) do
    if math.type(side) ~= "integer" or side < 1 or side > 32768 then return false end
  end
  return true
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

-- The end of a message.
local function remark(hint) return hint and " (" .. hint .. ")" end

-- What is wrong with the first of a list of colours that is none.
local function colors_problem(value, label)
  for position, item in ipairs(value) do
    local problem = words.color(item, "item " .. position .. " of " .. label)
    if problem then return problem end
  end
end

return {
  number = function(value, rule)
    local is_good = type(value) == "number" and in_limits(value, rule)
    local is_share = rule.min == 0 and rule.max == 1
    return is_good, "a number" .. limits(rule), not is_good and remark(words.number_hint(value, is_share))
  end,
  integer = function(value, rule)
    local is_good = math.type(value) == "integer" and in_limits(value, rule)
    return is_good, "a whole number" .. limits(rule), not is_good and remark(words.number_hint(value))
  end,
  string = function(value) return type(value) == "string", "a string" end,
  boolean = function(value) return type(value) == "boolean", "true or false" end,
  table = function(value) return type(value) == "table", "a table" end,
  ["function"] = function(value) return type(value) == "function", "a function" end,
  color = function(value, _, label)
    local problem = words.color(value, label)
    return problem == nil, nil, nil, problem
  end,
  point = function(value)
    local is_good = is_point(value)
    return is_good, 'a point { x, y } in pixels or shares such as "50%"',
      not is_good and remark(words.sequence_hint(value))
  end,
  size = function(value)
    local is_good = is_size(value)
    return is_good, "a size: { width, height } in whole pixels from 1 to 32768",
      not is_good and remark(words.sequence_hint(value))
  end,
  list = function(value)
    local items = list.of(value)
    return items ~= nil, "a list, which counts from 1 and has no names", nil, nil, items
  end,
  colors = function(value, _, label)
    if words.color(value, label) == nil then return true, nil, nil, nil, { value } end
    if type(value) ~= "table" then return false, "a list of colours", nil, words.color(value, label) end
    local items = list.of(value)
    local is_list = items ~= nil and #items > 0
    local problem = is_list and colors_problem(items, label) or nil
    return is_list and not problem, "a list of colours", nil, problem, items
  end,
  strings = function(value)
    local is_good, items = list_of(value, function(item) return type(item) == "string" end)
    return is_good, "a list of strings", nil, nil, items
  end,
  image = function(value)
    return type(value) == "userdata" and pcall(mr.color("black").over, value, "black"), "a picture"
  end,
  any = function() return true, "a value" end,
  choice = function(value, rule)
    for _, choice in ipairs(rule.among) do
      if choice == value then return true end
    end
    return false, words.choices(rule.among, value), type(value) == "string" and words.hint(value, rule.among)
  end,
}
