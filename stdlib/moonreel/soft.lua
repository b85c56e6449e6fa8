-- SPDX-License-Identifier: MIT
-- soft: what has no sharp edges, drawn at a lower resolution: a quarter of the pixels, or a sixteenth.

local mr = require "moonreel"

local soft = {}

---By how much a picture may be reduced before it is blurred: 1, 2, 4 or 8. Three reduced pixels or more are left of the
---blur's standard deviation, so that what is enlarged afterwards differs by less than a hundredth from what is blurred
---at the full resolution.
---@param sigma number  the least standard deviation of all blurs, in pixels
---@return integer
function soft.factor(sigma)
  local factor = 1
  while factor < 8 and sigma >= factor * 6 do factor = factor * 2 end
  return factor
end

---What `draw` makes of a picture, drawn at a lower resolution and enlarged again.
---@param image moonreel.Image
---@param factor integer   how many times smaller, along each side
---@param draw fun(small: moonreel.Image, scale: number): moonreel.Image   gets the reduced picture and what lengths are to be multiplied with
---@return moonreel.Image
function soft.drawn(image, factor, draw)
  if factor <= 1 then return draw(image, 1) end
  local scale = 1 / factor
  return draw(image:transform(mr.transform.scale(scale)), scale):transform(mr.transform.scale(factor), "bilinear")
end

---A picture that was drawn at a lower resolution, as large as the frame. It is kept at that resolution, however it was
---made.
---@param small moonreel.Image
---@param size number[]     of the frame
---@param factor integer    how many times smaller it is, along each side
---@param down? integer     how many times lower, where that is not the same
---@return moonreel.Image
function soft.enlarged(small, size, factor, down)
  local high = down or factor
  return small:crop { 0, 0, math.ceil(size[1] / factor), math.ceil(size[2] / high) }:clamp_to_edges()
    :transform(mr.transform.scale(factor, high), "bilinear"):crop { 0, 0, size[1], size[2] }
end

return soft
