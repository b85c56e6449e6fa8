-- SPDX-License-Identifier: MIT
-- streaks: blurs along long ways. One blur would take hundreds of reads a pixel; a few one after the other,
-- each between the reads of the one before, give the same mean with a few dozen.

local mr = require "moonreel"

local streaks = {}

-- How far reads may lie apart, in pixels.
local gap = 2

-- Passes, and reads a pixel in each, by the most passes. Few different ones: each is a program of its own.
local plans = {
  [2] = { { 1, 6 }, { 2, 6 }, { 2, 12 }, { 2, 18 }, { 2, 24 } },
  [3] = { { 1, 6 }, { 2, 6 }, { 3, 6 }, { 3, 8 } },
}

---The picture drawn out along ways of which the longest is `length` pixels.
---@param image moonreel.Image
---@param length number
---@param most 2|3   passes: 3 only where ways have the same length all along, as arcs do
---@param blur fun(image: moonreel.Image, share: number, taps: integer): moonreel.Image   the mean of `taps` reads, evenly over a share of the way
---@return moonreel.Image
function streaks.drawn(image, length, most, blur)
  local chosen
  for _, plan in ipairs(plans[most]) do
    chosen = plan
    if plan[2] ^ plan[1] >= length / gap then break end
  end
  local passes, taps = chosen[1], chosen[2]
  for pass = 1, passes do image = blur(image, taps ^ (1 - pass), taps) end
  return image
end

local lines = {}

---A kernel of one picture that gives the mean of reads along a line, which has its middle at the pixel. Its parameters are
---how far the line reaches `across` and `down`, in pixels.
---@param taps integer  how many reads, evenly over the line
---@return moonreel.Kernel
function streaks.line(taps)
  lines[taps] = lines[taps] or mr.kernel {
    name = "line_" .. taps, extent = "everywhere", params = { across = 0, down = 0 },
    body = function(k)
      local sum
      for index = 1, taps do
        local share = (index - 0.5) / taps - 0.5
        local read = k.image:at(k.x + k.across * share, k.y + k.down * share)
        sum = sum and sum + read or read
      end
      return sum / taps
    end,
  }
  return lines[taps]
end

return streaks
