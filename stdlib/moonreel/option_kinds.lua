-- SPDX-License-Identifier: MIT
-- option_kinds: the kinds of options that moonreel.options knows: each says of a value whether it is one, and what
-- is expected in words.

local mr = require "moonreel"

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

-- A sequence with at least one item, each of which is good.
local function is_list(value, is_good)
  if type(value) ~= "table" or #value == 0 then return false end
  for _, item in ipairs(value) do
    if not is_good(item) then return false end
  end
  return true
end

return {
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
  size = function(value)
    return is_size(value), "a size: { width, height } in whole pixels from 1 to 32768"
  end,
  colors = function(value)
    return is_list(value, function(item) return pcall(mr.color, item) end), "a list of colours"
  end,
  strings = function(value)
    return is_list(value, function(item) return type(item) == "string" end), "a list of strings"
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
