-- SPDX-License-Identifier: MIT
--
-- Runs before every script: `require`, `print`, and a `pairs` whose order does not change from run to run.

local native = ...
local next, type, getmetatable, setmetatable = next, type, getmetatable, setmetatable
local error, tostring, select = error, tostring, select
local sort, concat = table.sort, table.concat

-- require ------------------------------------------------------------------------------------------

local loaded = { moonreel = native.moonreel, ["moonreel.words"] = native.words }
local path = {} -- the modules being loaded, outermost first

local function chain_to(name)
  for index = 1, #path do
    if path[index] == name then return concat(path, " -> ", index) .. " -> " .. name end
  end
end

local leave = setmetatable({}, { __close = function() path[#path] = nil end })

function require(name)
  if type(name) ~= "string" then
    error("bad 'name' of require: expected a string, got " .. tostring(name), 2)
  end
  local module = loaded[name]
  if module ~= nil then return module end
  local chain = chain_to(name)
  if chain then error("module '" .. name .. "' requires itself: " .. chain, 2) end
  local chunk = native.find(name)
  path[#path + 1] = name
  local _ <close> = leave
  module = chunk(name)
  if module == nil then module = true end
  loaded[name] = module
  return module
end

-- print --------------------------------------------------------------------------------------------

function print(...)
  local words = { ... }
  for index = 1, select("#", ...) do words[index] = tostring(words[index]) end
  native.print(concat(words, "\t"))
end

-- pairs --------------------------------------------------------------------------------------------

-- Numbers in order, then strings in order, then the rest.
local function sorted_keys(table)
  local numbers, strings, others = {}, {}, {}
  for key in next, table do
    local kind = type(key)
    local list = kind == "number" and numbers or kind == "string" and strings or others
    list[#list + 1] = key
  end
  sort(numbers)
  sort(strings)
  for index = 1, #strings do numbers[#numbers + 1] = strings[index] end
  for index = 1, #others do numbers[#numbers + 1] = others[index] end
  return numbers
end

function pairs(table)
  local meta = getmetatable(table)
  local own = type(meta) == "table" and meta.__pairs
  if own then
    local iterate, state, first = own(table)
    return iterate, state, first
  end
  if type(table) ~= "table" then
    error("bad argument #1 to 'pairs' (table expected, got " .. type(table) .. ")", 2)
  end
  local keys, position = sorted_keys(table), 0
  return function(self)
    local value
    repeat
      position = position + 1
      local key = keys[position]
      if key == nil then return nil end
      value = self[key]
    until value ~= nil
    return keys[position], value
  end, table, nil
end

-- members ------------------------------------------------------------------------------------------

-- What the host reads of effects and transitions, which may be tables with a metatable of their own.
local function describe(object)
  local found = {}
  for _, name in ipairs { "name", "audio", "draw_with" } do found[name] = object[name] end
  local meta = getmetatable(object)
  found.place = type(meta) == "table" and rawget(meta, "__place") or nil
  if object.options then
    found.kinds, found.limits = {}, {}
    for name, rule in pairs(object.options) do
      found.kinds[name] = rule.moves or rule[1]
      if rule.min or rule.max then
        found.limits[name] = { rule.min or -math.huge, rule.max or math.huge }
      end
    end
  end
  return found
end

return {
  describe = describe,
  vec2 = function(...) return require "moonreel.vec".vec2(...) end,
  vec3 = function(...) return require "moonreel.vec".vec3(...) end,
  vec4 = function(...) return require "moonreel.vec".vec4(...) end,
  shaders = function(load, given) return require "moonreel.glsl"(load, given) end,
}
