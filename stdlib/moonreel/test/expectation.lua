-- SPDX-License-Identifier: MIT
-- expectation: what tests say of a value. Each function raises an error, at the test's line, where it does not hold.

local words = require "moonreel.words"

---@class moonreel.Expectation  as stdlib/meta/testing.lua says it
local Expectation = {}

-- Raises unless `holds` is as it is to be. `wanted` says what is expected, `found` what is there instead.
local function demand(self, holds, wanted, found)
  if holds ~= self.is_turned then return end
  local turned = self.is_turned and "anything but " or ""
  error("expected " .. turned .. wanted .. ", found " .. (found or words.found(self.value)), 3)
end

-- Where two values begin to differ: nil nowhere, else the way there, as it is written behind a name.
local function difference(one, other, depth)
  if one == other or (one ~= one and other ~= other) then return nil end
  if type(one) ~= "table" or type(other) ~= "table" or depth > 100 then return "" end
  for key, value in pairs(one) do
    local way = difference(value, other[key], depth + 1)
    if way then return "[" .. words.found(key) .. "]" .. way end
  end
  for key in pairs(other) do
    if one[key] == nil then return "[" .. words.found(key) .. "]" end
  end
end

function Expectation:to_be(wanted) demand(self, self.value == wanted, words.found(wanted)) end

function Expectation:to_equal(wanted)
  local way = difference(wanted, self.value, 0)
  local place = way and way ~= "" and words.found(self.value) .. " (they differ at " .. way .. ")" or nil
  demand(self, way == nil, words.found(wanted), place)
end

function Expectation:to_be_near(wanted, tolerance)
  tolerance = tolerance or 1e-6
  local is_near = type(self.value) == "number" and math.abs(self.value - wanted) <= tolerance
  demand(self, is_near, words.found(wanted) .. " or " .. words.found(tolerance) .. " beside it")
end

function Expectation:to_match(pattern)
  local is_match = type(self.value) == "string" and self.value:find(pattern) ~= nil
  demand(self, is_match, "text that matches " .. words.found(pattern))
end

function Expectation:to_fail(pattern)
  if type(self.value) ~= "function" then
    error("to_fail wants a function, such as expect(function() … end), got " .. words.found(self.value), 2)
  end
  local is_good, fault = pcall(self.value)
  fault = type(fault) == "string" and fault or words.found(fault)
  local wanted = pattern and "an error that matches " .. words.found(pattern) or "an error"
  local holds = not is_good and (pattern == nil or fault:find(pattern) ~= nil)
  demand(self, holds, wanted, is_good and "none" or "the error " .. words.found(fault))
end

function Expectation:to_look_like(name, options)
  if self.is_turned then error("to_look_like cannot be turned round with never", 2) end
  require("moonreel.options").check("to_look_like", options, {
    size = { "size" }, tolerance = { "integer", min = 0, max = 255 }, because = { "string" },
  }, 3)
  local fault = self.picture(self.value, name, options)
  if fault then error(fault, 2) end
end

local names = {}
for name in pairs(Expectation) do names[#names + 1] = name end

local function member(self, name)
  if name == "never" then
    local turned = { value = self.value, picture = self.picture, is_turned = not self.is_turned }
    return setmetatable(turned, getmetatable(self))
  end
  if name == "value" or name == "picture" then return nil end
  if Expectation[name] then return Expectation[name] end
  error("there is no expectation '" .. tostring(name) .. "'" .. words.hint(tostring(name), names), 2)
end

---@param value any
---@param picture function   compares a picture with its golden one; gives what is wrong
---@return moonreel.Expectation
return function(value, picture)
  return setmetatable({ value = value, picture = picture, is_turned = false }, { __index = member })
end
