-- SPDX-License-Identifier: MIT
-- Random fields for kernels' bodies, and random numbers that belong to a seed:
--
--   local noise = require "moonreel.noise"
--   body = function(k) local cloud = noise.fractal(k.x / 80, k.y / 80, k.seed, 4) … end

local mr = require "moonreel"
local curve = require "moonreel.curve"
local soft = require "moonreel.soft"

local noise = {}

---The seed that a moment's fields have: its own, drawn into their range.
---@param context moonreel.TransitionContext
---@return integer
function noise.seed(context) return (context.seed or 0) % 997 end

---Uniform in 0 to 1 for each pair of whole numbers, of up to a few thousand. (`pixels.hash` has no seed and
---stays beside it: the pictures of the effects are made of its numbers.)
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param seed moonreel.KernelValue|number  0 to 1000
---@return moonreel.KernelValue
function noise.hash(x, y, seed)
  local a = (x * 0.6180340 + seed * 0.1370):fract() + 0.37
  local b = (y * 0.7548777 + seed * 0.3110):fract() + 0.71
  local first = (a * b * 91.73 + a * 13.1):fract() + 0.11
  return ((first + a) * (first * 3.7 + b) * 57.31):fract()
end

---Smooth noise: the numbers that a hash gives for whole positions, eased between them.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param hash fun(column: moonreel.KernelValue, row: moonreel.KernelValue): moonreel.KernelValue
---@return moonreel.KernelValue
function noise.between(x, y, hash)
  local left, top = x:floor(), y:floor()
  local u, v = curve.smooth(x - left), curve.smooth(y - top)
  local upper = hash(left, top):mix(hash(left + 1, top), u)
  return upper:mix(hash(left, top + 1):mix(hash(left + 1, top + 1), u), v)
end

---Smooth noise, 0 to 1: random at whole positions, eased between them.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param seed moonreel.KernelValue|number
---@return moonreel.KernelValue
function noise.value(x, y, seed)
  return noise.between(x, y, function(column, row) return noise.hash(column, row, seed) end)
end

---Clouds, 0 to 1 with a mean of one half: octaves of `value`, each twice as fine and half as strong.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param seed moonreel.KernelValue|number
---@param octaves integer
---@return moonreel.KernelValue
function noise.fractal(x, y, seed, octaves)
  local sum, weight, total = 0, 1, 0
  for octave = 1, octaves do
    sum = sum + noise.value(x, y, seed + octave * 7) * weight
    total, weight = total + weight, weight / 2
    -- turned as well, so that the grids of the octaves do not add up to lines
    x, y = x * 1.6 + y * 1.2 + 5.2, y * 1.6 - x * 1.2 + 1.3
  end
  return sum / total
end

local fields = {}

-- The kernel that draws `fractal`, for a number of octaves.
local function field(octaves)
  fields[octaves] = fields[octaves] or mr.kernel {
    name = "noise", inputs = {}, extent = "everywhere",
    params = { across = 1, down = 1, left = 0, top = 0, seed = 0 },
    body = function(k)
      local cloud = noise.fractal(k.x * k.across + k.left, k.y * k.down + k.top, k.seed, octaves)
      return mr.pixel(cloud, cloud, cloud, 1)
    end,
  }
  return fields[octaves]
end

---`fractal` over a frame as a gray picture, for kernels that take it as an input: drawn as small as its finest cells
---allow, which costs a tenth of what it costs in a kernel's body.
---@param size number[]      of the frame
---@param octaves integer
---@param numbers { across: number, down: number, left?: number, top?: number, seed: number }  cells a pixel along each axis, and the position of the frame's corner
---@return moonreel.Image
function noise.clouds(size, octaves, numbers)
  local cell = 1 / math.max(numbers.across, numbers.down) / 2 ^ (octaves - 1)
  local factor = soft.factor(cell)
  local clouds = field(octaves) {
    across = numbers.across * factor, down = numbers.down * factor, left = numbers.left, top = numbers.top,
    seed = numbers.seed,
  }
  return soft.enlarged(clouds, size, factor)
end

---A random number of 0 to 1 that belongs to a seed and up to two whole numbers; plain, not for kernels. (New
---code takes `random.number`; the pictures of `glitch` are made of these.)
---@param seed integer
---@param a? integer
---@param b? integer
---@return number
function noise.number(seed, a, b)
  local state = (seed * 73856093 ~ (a or 0) * 19349663 ~ (b or 0) * 83492791) & 0xffffffff
  for _ = 1, 3 do
    state = (state ~ (state >> 15)) * 0x2c1b3c6d & 0xffffffff
    state = state ~ (state >> 12)
  end
  return (state & 0xffffff) / 0x1000000
end

return noise
