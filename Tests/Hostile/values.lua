-- SPDX-License-Identifier: MIT
--
-- What nobody should ever hand over: every kind of value at its borders. A name for each, for the record.

local values = {}
local function add(name, value) values[#values + 1] = { name = name, value = value } end

local numbers = {
  0, -0.0, 1, -1, 2, 0.5, -0.5, 255.5, 1 << 31, -(1 << 31) - 1, 1 << 32, 2 ^ 53, -2 ^ 53, (1 << 53) + 1,
  2 ^ 62, 2 ^ 63, -2 ^ 63, 2 ^ 64, math.maxinteger, math.mininteger, 0 / 0, 1 / 0, -1 / 0, 1e308, -1e308,
  5e-324, 1e-7, 3.4e38, 1e5, -1e5,
}
for _, number in ipairs(numbers) do
  add(string.format(math.type(number) == "integer" and "%d" or "%.17g", number), number)
end

add("true", true)
add("false", false)
add('""', "")
add('"x"', "x")
add('"50%"', "50%")
add('"1e999%"', "1e999%")
add('"nan%"', "nan%")
add('"-100000%"', "-100000%")
add('"00:00:01:00"', "00:00:01:00")
add('"99999999999:59:59:99"', "99999999999:59:59:99")
add("a string with NUL", "a\0b")
add("no UTF-8", "\xff\xfe\xc0")
add("a megabyte", ("x"):rep(1 << 20))
add("a megabyte of path", "M0 0" .. (" 1 2"):rep(1 << 16))
add("far path data", "M0 0 L1e38 1e38 A1e38 1 0 0 1 -1e38 5 Z")
add('"../../../etc/passwd"', "../../../etc/passwd")

add("{}", {})
add("{ 1 }", { 1 })
add("{ 0, 0 }", { 0, 0 })
add("{ 16, 9 }", { 16, 9 })
add("{ -1, -1 }", { -1, -1 })
add("{ 0, 2^63 }", { 0, 2 ^ 63 })
add("{ mininteger, maxinteger }", { math.mininteger, math.maxinteger })
add("{ nan, nan }", { 0 / 0, 0 / 0 })
add("{ 1, 2, 2^63, 2^63 }", { 1, 2, 2 ^ 63, 2 ^ 63 })
add("{ 1e30, 1e30, 1e30, 1e30 }", { 1e30, 1e30, 1e30, 1e30 })
add("{ 0, 1e9 }", { 0, 1e9 })
add("{ 0, 3e9 }", { 0, 3e9 })
add("keyframes", { { 0, 0 }, { 1, 1 } })
add("far keyframes", { { -3e9, 1e38 }, { 3e9, -1e38 } })
add("points", { { 0, 0 }, { 1e38, -1e38 }, { 5e-324, 2 ^ 53 } })
add("one key at a time twice", { { 0, 1 }, { 0, 2 } })
add("a hole", { 1, nil, 3 })
add("a far item", { [1] = 1, [1 << 40] = 2 })
add("items from 0 on", { [0] = 1, 2 })
add("odd keys", { [true] = 1, [1.5] = 2, [print] = 3 })

local many, knot, deep, names = {}, {}, {}, {}
for index = 1, 10000 do many[index] = 1 end
knot[1], knot[2], knot.range, knot.source = knot, knot, knot, knot
for _ = 1, 300 do deep = { deep } end
for index = 1, 2000 do names["name" .. index] = index end
add("10000 items", many)
add("a knot", knot)
add("300 tables deep", deep)
add("2000 names", names)

local function with(name, meta) add("__" .. name, setmetatable({ 1, 2 }, meta)) end
with("index that raises", { __index = function() error "no index" end })
local own = {}
own.__index = own
add("__index of itself", setmetatable(own, own))
with("len of -1", { __len = function() return -1 end })
with("len of 2^62", { __len = function() return 1 << 62 end })
with("len that raises", { __len = function() error "no length" end })
with("pairs that raises", { __pairs = function() error "no pairs" end })
with("close that raises", { __close = function() error "no end" end })
with("call", { __call = function(self, ...) return self, ... end })
with("tostring that raises", { __tostring = function() error "no name" end })
with("tostring of a table", { __tostring = function() return {} end })
with("eq that raises", { __eq = function() error "not equal" end })
with("newindex that raises", { __newindex = function() error "no change" end })
with("metatable", { __metatable = 1, __name = 5 })

add("a function", function() end)
add("a function that raises", function() error "hostile" end)
add("a function that raises a table", function() error {} end)
add("a function that returns itself", function(...) return ... end)
add("a function of C", print)
add("a coroutine", coroutine.create(function() end))
add("a function that yields", function() coroutine.yield() end)
add("a wrapped coroutine", coroutine.wrap(function() coroutine.yield(1) end))

return values
