-- SPDX-License-Identifier: MIT
-- curve: how something goes from 0 to 1. They take numbers, and the first two values in kernels' bodies as well.

local mr = require "moonreel"
local words = require "moonreel.words"

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

local plain = {
  linear = function(share) return share end,
  smooth = curve.smooth,
  smoother = curve.smoother,
}

-- An easing by its name, where there is one.
local function easing(name)
  local is_known, found = pcall(mr.easing.named, name)
  return is_known and found or nil
end

---What the option `ease` stands for: an easing, its name, `linear`, `smooth` or `smoother`, or a function.
---@param ease any
---@param owner string     whose option it is, for the message
---@param level? integer   whom an error blames: 2, the default, the caller, 3 the caller's
---@return fun(share: number): number
function curve.named(ease, owner, level)
  if type(ease) == "function" or type(ease) == "userdata" then return ease end
  local known = type(ease) == "string" and (plain[ease] or easing(ease))
  if known then return known end
  local names = { "smooth", "smoother", table.unpack(words.easings) }
  local expected = type(ease) == "string" and words.choices(names, ease) or "an easing, its name or a function"
  local hint = type(ease) == "string" and words.hint(ease, names) or ""
  error("bad 'ease' of " .. owner .. ": expected " .. expected .. ", got " .. words.found(ease) .. hint, level or 2)
end

return curve
