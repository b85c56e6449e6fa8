-- SPDX-License-Identifier: MIT
-- measure: what a picture is like as a whole, as pictures of one colour that kernels read like any other.

local mr = require "moonreel"

local measure = {}

-- A picture scaled to so many pixels, each the mean of what it covers.
local function reduced(image, from, to)
  return image:crop { 0, 0, from[1], from[2] }
    :transform(mr.transform.scale(to[1] / from[1], to[2] / from[2]), "nearest"):crop { 0, 0, to[1], to[2] }
end

---The mean of a frame's pixels as one colour everywhere. Pixels count by their alpha, and so do weights that a
---picture is multiplied with: `straight` of the mean is the weighted mean.
---@param image moonreel.Image
---@param size number[]   of the frame
---@param change? fun(small: moonreel.Image): moonreel.Image  whose mean is taken instead: what it makes of the picture at an eighth of each side
---@return moonreel.Image
function measure.mean(image, size, change)
  local small = { math.ceil(size[1] / 8), math.ceil(size[2] / 8) }
  local picture = reduced(image, size, small)
  return reduced(change and change(picture) or picture, small, { 1, 1 }):clamp_to_edges()
end

return measure
