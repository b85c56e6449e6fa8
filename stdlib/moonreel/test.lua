-- SPDX-License-Identifier: MIT
--
-- Tests in plain Lua, which `moonreel test` runs: files whose names end in `_test.lua`.
--
--   local test = require "moonreel.test"
--   local describe, it, expect = test.describe, test.it, test.expect
--
--   describe("the fall of light", function()
--     it("is nothing at the edge", function() expect(fall(1)):to_be(0) end)
--   end)
--
-- Tests run in the order in which they stand. One that fails does not stop the others. Where a film requires the file
-- instead, a test that fails is an error.

local expectation = require "moonreel.test.expectation"
local words = require "moonreel.words"

-- What the program that runs the tests does with them; without it a fault is an error.
local function host()
  local is_there, functions = pcall(require, "moonreel.test.host")
  if is_there then return functions end
  return {
    begin = function() return true end,
    finish = function(fault) if fault then error(fault, 0) end end,
    laws = function() end,
    picture = function() end,
  }
end

local hosts <const> = host()
local names, setups = {}, { {} } -- of the groups around what runs now

---@class moonreel.test
local test = {}

local function check(name, body, what)
  if type(name) ~= "string" then
    error("bad 'name' of " .. what .. ": expected a string, got " .. words.found(name), 3)
  end
  if type(body) ~= "function" then
    error("bad 'body' of " .. what .. ": expected a function, got " .. words.found(body), 3)
  end
end

-- What an error says, whatever was raised.
local function sentence(fault) return type(fault) == "string" and fault or words.found(fault) end

-- Runs `body` as the test `name`; the host may leave it out.
local function run(name, body)
  local whole = table.concat(names, " ") .. (names[1] and " " or "") .. name
  if not hosts.begin(whole) then return end
  local is_good, fault = pcall(body)
  hosts.finish(not is_good and sentence(fault) or nil)
end

---A group of tests, whose names begin with the group's. Groups may lie in one another.
---@param name string
---@param body fun()
function test.describe(name, body)
  check(name, body, "describe")
  names[#names + 1], setups[#setups + 1] = name, {}
  local is_good, fault = pcall(body)
  names[#names], setups[#setups] = nil, nil
  if not is_good then run(name, function() error(fault, 0) end) end
end

---One test: it passes where `body` raises no error.
---@param name string   what holds, so that it reads on: it("keeps alpha", …)
---@param body fun()
function test.it(name, body)
  check(name, body, "it")
  run(name, function()
    for _, group in ipairs(setups) do
      for _, setup in ipairs(group) do setup() end
    end
    body()
  end)
end

---Calls `body` before each test of the group that follows, those of inner groups included.
---@param body fun()
function test.before_each(body)
  check("", body, "before_each")
  local group = setups[#setups]
  group[#group + 1] = body
end

---What is expected of a value: `expect(1 + 1):to_be(2)`.
---@param value any
---@return moonreel.Expectation
function test.expect(value) return expectation(value, hosts.picture) end

---How `moonreel test` is to judge a plugin of the folder by the laws of its kind.
---@class moonreel.TestLaws
---@field options? table                   with which the plugin is tried; numbers, text and tables of them
---@field except? table<string, string>    laws that do not hold for it, each with the reason
---@field tolerance? integer               by how much a sample of its golden pictures may be off, 0 to 255 (default 0)
---@field because? string                  why the pictures may be off; goes with `tolerance`

---Says how a plugin of the folder is to be judged by the laws of its kind.
---@param plugin string   its name, as its definition gives it
---@param given moonreel.TestLaws
function test.laws(plugin, given)
  require("moonreel.options").check("laws", given, {
    options = { "table" }, except = { "table" },
    tolerance = { "integer", min = 0, max = 255 }, because = { "string" },
  }, 3)
  if type(plugin) ~= "string" then
    error("bad 'plugin' of laws: expected a string, got " .. words.found(plugin), 2)
  end
  hosts.laws(plugin, given)
end

---Runs the tests of a module, with this module's functions as global ones.
---@param module string
function test.run(module)
  for name, value in pairs(test) do
    if name ~= "run" then rawset(_G, name, value) end
  end
  require(module)
end

return test
