-- SPDX-License-Identifier: MIT
-- curve: how something goes from 0 to 1. They take numbers, and the first two values in kernels' bodies as well.

local curve = {}

---Slow at both ends: the cubic of Hermite.
---@generic T: number|moonreel.KernelValue
---@param share T  0 to 1
---@return T
function curve.smooth(share) return share * share * (3 - 2 * share) end

---Slower still at both ends, also in how it gains speed: Perlin's polynomial of the fifth degree.
---@generic T: number|moonreel.KernelValue
---@param share T  0 to 1
---@return T
function curve.smoother(share) return share * share * share * (share * (6 * share - 15) + 10) end

---0 until `start`, 1 from `length` later on, smooth between.
---@param progress number
---@param start number
---@param length number
---@return number
function curve.part(progress, start, length)
  return curve.smooth(math.min(math.max((progress - start) / length, 0), 1))
end

return curve
