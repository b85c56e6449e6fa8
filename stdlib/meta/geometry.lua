---@meta
-- SPDX-License-Identifier: MIT

---Where pictures stand.
---@class moonreel.Image
local Image = {}

---@alias moonreel.Gravity "top_left"|"top"|"top_right"|"left"|"center"|"right"|"bottom_left"|"bottom"|"bottom_right"

---Its extent fitted into a size whose corner is the origin. "contain_blur" fills what is left with the picture itself,
---covering the frame and blurred.
---@param size moonreel.Size      pixels, or shares of its own extent such as "50%"
---@param mode? moonreel.FitMode  (default "contain")
---@param options? { gravity?: moonreel.Gravity, blur?: number }  blur: of "contain_blur", the standard deviation in pixels (default: a 48th of the longer side)
---@return moonreel.Image
function Image:fit(size, mode, options) end

---Its corners moved to four points of a convex quadrilateral; shares such as "50%" are of its own extent.
---@param corners { tl: moonreel.Point, tr: moonreel.Point, br: moonreel.Point, bl: moonreel.Point, sampling?: moonreel.Sampling }
---@return moonreel.Image
function Image:corner_pin(corners) end

---Continued beyond its edges; filters and sampling across the seams see what lies there.
---@param mode "transparent"|"clamp"|"mirror"|"repeat"
---@return moonreel.Image
function Image:tile(mode) end

---One of nine points of its extent.
---@param gravity moonreel.Gravity
---@return number[]  { x, y }
function Image:gravity(gravity) end

---@param degrees number  clockwise
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:rotate(degrees, anchor) end

---@param x number   negative factors mirror
---@param y? number  (default: x)
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:scale(x, y, anchor) end

---@param x number  degrees by which vertical lines lean right downwards
---@param y number  degrees by which horizontal lines lean down rightwards
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:skew(x, y, anchor) end

---Mirrored about its middle.
---@param direction "horizontal"|"vertical"|"both"
---@return moonreel.Image
function Image:flip(direction) end
