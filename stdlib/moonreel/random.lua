-- SPDX-License-Identifier: MIT
-- random: numbers that are a function of a seed and a place or time. The same place, the same number.

local curve = require "moonreel.curve"

local random = {}

-- A 64-bit finalizer: every bit of the input moves every bit of the result (Stafford's variant 13).
local function scramble(bits)
  bits = (bits ~ (bits >> 30)) * 0xbf58476d1ce4e5b9
  bits = (bits ~ (bits >> 27)) * 0x94d049bb133111eb
  return bits ~ (bits >> 31)
end

local function whole(number)
  return math.type(number) == "integer" and number or math.floor(number)
end

---A number from 0 up to, not including, 1 for a seed and whole numbers; others are rounded down.
---@param seed integer
---@param ... number
---@return number
function random.number(seed, ...)
  local bits = scramble(whole(seed) + 0x9e3779b97f4a7c15)
  for index = 1, select("#", ...) do
    bits = scramble(bits + whole((select(index, ...))) * 0x9e3779b97f4a7c15 + index)
  end
  return (bits >> 11) / 0x1p53
end

---Smooth noise along a line, -1 to 1: value noise, whose numbers lie at whole `x`.
---@param seed integer
---@param x number
---@return number
function random.line(seed, x)
  local cell = math.floor(x)
  local a, b = random.number(seed, cell), random.number(seed, cell + 1)
  return 2 * (a + (b - a) * curve.smooth(x - cell)) - 1
end

---Smooth noise on a plane, -1 to 1.
---@param seed integer
---@param x number
---@param y number
---@return number
function random.plane(seed, x, y)
  local column, row = math.floor(x), math.floor(y)
  local across, down = curve.smooth(x - column), curve.smooth(y - row)
  local function along(r)
    local a, b = random.number(seed, column, r), random.number(seed, column + 1, r)
    return a + (b - a) * across
  end
  local top, bottom = along(row), along(row + 1)
  return 2 * (top + (bottom - top) * down) - 1
end

---Two octaves of `line`, as of a hand or a gate that is never quite still; about -1 to 1.
---@param seed integer
---@param x number
---@return number
function random.wander(seed, x)
  return (random.line(seed, x) + 0.5 * random.line(seed + 1, 2.3 * x + 0.7)) / 1.5
end

return random
