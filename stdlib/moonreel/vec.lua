-- SPDX-License-Identifier: MIT
-- vec: two to four numbers that are calculated with together, as in GLSL: in the body of a kernel they hold its values,
-- elsewhere numbers. `k.vec2`, `k.vec3` and `k.vec4` make them there.
--
--   local p = k.vec2(k.x, k.y) / 100
--   local far = (p.yx - 0.5):length()

local places = { x = 1, y = 2, z = 3, w = 4, r = 1, g = 2, b = 3, a = 4, s = 1, t = 2, p = 3, q = 4 }
local families = { "^[xyzw]+$", "^[rgba]+$", "^[stpq]+$" }

local vector = {} -- the metatable
local methods = {}

local function is_vector(value) return type(value) == "table" and getmetatable(value) == vector end

local function made(parts) return setmetatable(parts, vector) end

-- Number `place` of a vector, or a value that stands for all of them.
local function part(value, place) return is_vector(value) and value[place] or value end

local function count_of(first, second)
  local count = is_vector(first) and #first or #second
  if is_vector(first) and is_vector(second) and #first ~= #second then
    error("vectors of " .. #first .. " and " .. #second .. " numbers cannot be combined", 3)
  end
  return count
end

local function combined(combine)
  return function(first, second)
    local parts = {}
    for place = 1, count_of(first, second) do parts[place] = combine(part(first, place), part(second, place)) end
    return made(parts)
  end
end

vector.__add = combined(function(a, b) return a + b end)
vector.__sub = combined(function(a, b) return a - b end)
vector.__mul = combined(function(a, b) return a * b end)
vector.__div = combined(function(a, b) return a / b end)
vector.__mod = combined(function(a, b) return a % b end)
vector.__unm = function(value) return value * -1 end

-- A number's own methods, for vectors of numbers; values of kernels have theirs.
local plain = {
  abs = math.abs, floor = math.floor, sqrt = function(a) return math.sqrt(math.max(a, 0)) end,
  fract = function(a) return a - math.floor(a) end, sin = math.sin, cos = math.cos,
  min = math.min, max = math.max,
  clamp = function(a, low, high) return math.min(math.max(a, low or 0), high or 1) end,
  mix = function(a, other, share) return a + (other - a) * share end,
}

local function applied(name, value, ...)
  if type(value) ~= "number" then return value[name](value, ...) end
  return plain[name](value, ...)
end

-- Every number by itself; further operands may be vectors, too.
for _, name in ipairs { "abs", "floor", "sqrt", "fract", "sin", "cos", "min", "max", "clamp", "mix" } do
  methods[name] = function(self, ...)
    local parts, others = {}, { ... }
    for place = 1, #self do
      local operands = {}
      for index, other in ipairs(others) do operands[index] = part(other, place) end
      parts[place] = applied(name, self[place], table.unpack(operands))
    end
    return made(parts)
  end
end

---The sum of the products of their numbers.
function methods:dot(other)
  local sum = self[1] * part(other, 1)
  for place = 2, count_of(self, other) do sum = sum + self[place] * part(other, place) end
  return sum
end

function methods:length() return applied("sqrt", self:dot(self)) end

function methods:distance(other) return (self - other):length() end

function methods:normalize() return self / self:length() end

---What is at right angles to both, of three numbers each.
function methods:cross(other)
  local a, b = self, other
  return made { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

-- Numbers by their letters, as `xy` or `bgr`.
local function swizzle(self, name)
  for _, family in ipairs(families) do
    if name:match(family) and #name <= 4 then
      local parts = {}
      for place = 1, #name do
        local value = rawget(self, places[name:sub(place, place)])
        if value == nil then
          error("a vector of " .. #self .. " numbers has no '" .. name:sub(place, place) .. "'", 3)
        end
        parts[place] = value
      end
      return #parts == 1 and parts[1] or made(parts)
    end
  end
  error("a vector has no '" .. name .. "'; it has letters such as xy or rgb, and methods such as length", 3)
end

function vector.__index(self, name)
  if type(name) ~= "string" then return nil end
  return methods[name] or swizzle(self, name)
end

function vector.__newindex(_, name)
  error("a vector cannot be changed; make a new one instead of setting '" .. tostring(name) .. "'", 2)
end

function vector.__tostring(self)
  local words = {}
  for place = 1, #self do words[place] = tostring(self[place]) end
  return "vec" .. #self .. "(" .. table.concat(words, ", ") .. ")"
end

-- A vector of `count` numbers from numbers and vectors, which give theirs in order; one number stands for all.
local function constructor(count)
  return function(...)
    local parts = {}
    for _, value in ipairs { ... } do
      if is_vector(value) then
        for place = 1, #value do parts[#parts + 1] = value[place] end
      else
        if type(value) ~= "number" and type(value) ~= "userdata" then
          error("bad argument of vec" .. count .. ": expected a number, a value of the kernel or a vector", 3)
        end
        parts[#parts + 1] = value
      end
    end
    if #parts == 1 then
      for place = 2, count do parts[place] = parts[1] end
    end
    if #parts ~= count then
      error("vec" .. count .. " needs " .. count .. " numbers, got " .. #parts, 3)
    end
    return made(parts)
  end
end

return { vec2 = constructor(2), vec3 = constructor(3), vec4 = constructor(4) }
