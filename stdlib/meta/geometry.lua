---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel.Image
local Image = {}

---@alias moonreel.Gravity "top_left"|"top"|"top_right"|"left"|"center"|"right"|"bottom_left"|"bottom"|"bottom_right"

---How `image:nine_slice` cuts a picture and puts it together.
---@class moonreel.NineSliceOptions
---@field insets number|number[]   where it is cut: pixels from all edges, or { top, right, bottom, left }
---@field size moonreel.Size       how large the result is, its corner at the origin: pixels, or shares of its extent
---@field widths? number|number[]  how wide the edges of the result are (default: as they were cut)
---@field fill? "stretch"|"repeat"|"round"  what becomes of edges and middle: stretched, repeated from the middle outwards, or repeated a whole number of times (default "stretch")

---Cut into nine by four lines and put together at another size: corners stay as they are, edges grow along one axis, the
---middle along both. Where the edges have no room they become narrower.
---@param options moonreel.NineSliceOptions
---@return moonreel.Image
function Image:nine_slice(options) end

---Its extent fitted into a size whose corner is the origin. "contain_blur" fills what is left with the picture itself,
---covering the frame and blurred.
---@param size moonreel.Size      pixels, or shares of its own extent such as "50%"
---@param mode? moonreel.FitMode  (default "contain")
---@param options? { gravity?: moonreel.Gravity, blur?: number }  blur: of "contain_blur", the standard deviation in pixels (default: a 48th of the longer side)
---@return moonreel.Image
function Image:fit(size, mode, options) end

---Its corners moved to four points of a convex quadrilateral; shares such as "50%" are of its own extent.
---@param corners { top_left: moonreel.Point, top_right: moonreel.Point, bottom_right: moonreel.Point, bottom_left: moonreel.Point, sampling?: moonreel.Sampling }
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

---The picture turned.
---@param degrees number  clockwise
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:rotate(degrees, anchor) end

---The picture enlarged, reduced or mirrored.
---@param x number   negative factors mirror
---@param y? number  (default: x)
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:scale(x, y, anchor) end

---The picture leaning.
---@param x number  degrees by which vertical lines lean right downwards
---@param y number  degrees by which horizontal lines lean down rightwards
---@param anchor? moonreel.Point|moonreel.Gravity  the point that stays (default: its middle)
---@return moonreel.Image
function Image:skew(x, y, anchor) end

---Mirrored about its middle.
---@param direction "horizontal"|"vertical"|"both"
---@return moonreel.Image
function Image:flip(direction) end
