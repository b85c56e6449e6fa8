---@meta
-- SPDX-License-Identifier: MIT
-- What tests say of values: what `test.expect` of moonreel.test gives.

---What is expected of a value: `expect(1 + 1):to_be(2)`. A test in which it does not hold has failed.
---@class moonreel.Expectation
---@field never moonreel.Expectation   the opposite: `expect(x).never:to_be(y)`
local Expectation = {}

---The same value, as `==` says.
---@param wanted any
function Expectation:to_be(wanted) end

---An equal value: tables with equal contents are equal.
---@param wanted any
function Expectation:to_equal(wanted) end

---A number no further than `tolerance` from `wanted`.
---@param wanted number
---@param tolerance? number   (default 1e-6)
function Expectation:to_be_near(wanted, tolerance) end

---Text in which a pattern of Lua is found.
---@param pattern string
function Expectation:to_match(pattern) end

---A function that raises an error when it is called, whose message matches a pattern of Lua.
---@param pattern? string   (default: any)
function Expectation:to_fail(pattern) end

---A picture that looks as the golden picture `goldens/NAME.png` does, which `moonreel test --record missing` draws. It
---cannot be turned round.
---@param name string
---@param options? moonreel.TestPicture
function Expectation:to_look_like(name, options) end

---@class moonreel.TestPicture
---@field size? integer[]      of the frame that is drawn (default { 160, 90 })
---@field tolerance? integer   by how much a sample may be off, 0 to 255 (default 0)
---@field because? string      why it may be off; goes with `tolerance`
