---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---A picture that is described, not drawn: each method gives a new one. Transparent outside its extent.
---@class moonreel.Image
---@field extent? number[]   `{ x, y, width, height }`; nil where it covers the whole plane
---@field rgba? number[]     the colour of a picture that is one colour everywhere
local Image = {}

---@alias moonreel.Sampling "nearest"|"bilinear"|"bicubic"|"lanczos"
---@alias moonreel.FitMode "contain"|"cover"|"stretch"|"none"|"contain_blur"

---The picture, more transparent.
---@param opacity number  0 to 1
---@return moonreel.Image
function Image:opacity(opacity) end

---This picture on top of another.
---@param bottom moonreel.Image|moonreel.Color
---@return moonreel.Image
function Image:over(bottom) end

---This picture at 0, the other at 1.
---@param other moonreel.Image
---@param amount number
---@return moonreel.Image
function Image:dissolve(other, amount) end

---Shares in the transform are shares of the extent, counted from its corner.
---@param transform moonreel.Transform
---@param sampling? moonreel.Sampling  (default "bicubic")
---@return moonreel.Image
function Image:transform(transform, sampling) end

---Only a rectangle of the picture.
---@param rect moonreel.Rect  pixels, or shares of the extent, counted from its corner
---@return moonreel.Image
function Image:crop(rect) end

---The pixels at its edges continued outwards for ever.
---@return moonreel.Image
function Image:clamp_to_edges() end

---A gaussian blur.
---@param sigma number  standard deviation in pixels
---@return moonreel.Image
function Image:blur(sigma) end

---Weaker or stronger colours.
---@param factor number  0 is gray, 1 unchanged
---@return moonreel.Image
function Image:saturation(factor) end

---Brighter or darker by an amount.
---@param amount number  -1 to 1, added to red, green and blue
---@return moonreel.Image
function Image:brightness(amount) end

---Flatter or harder.
---@param factor number  of the distance from middle gray
---@return moonreel.Image
function Image:contrast(factor) end

---All hues turned around the colour wheel.
---@param degrees number
---@return moonreel.Image
function Image:hue(degrees) end

---Darker middle tones above 1, brighter ones below.
---@param power number  colours are raised to it
---@return moonreel.Image
function Image:gamma(power) end

---All signals multiplied.
---@param factor number  red, green and blue are multiplied by it
---@return moonreel.Image
function Image:gain(factor) end

---Each channel as a weighted sum of all four and an offset.
---@param coefficients number[]  20: rows of red, green, blue, alpha and offset, for red, green, blue, alpha
---@return moonreel.Image
function Image:color_matrix(coefficients) end

---Each channel through a polynomial of the third degree at most.
---@param red number[]     coefficients of 1, x, x^2, x^3
---@param green? number[]  (default: as red)
---@param blue? number[]   (default: as red)
---@return moonreel.Image
function Image:polynomial(red, green, blue) end

---Pictures that come from nowhere.
---@class moonreel.images
mr.image = {}

---Nothing anywhere.
---@return moonreel.Image
function mr.image.empty() end

---One colour everywhere.
---@param color moonreel.Color
---@return moonreel.Image
function mr.image.color(color) end

---Shares are shares of `size`, or of the frame that a callback draws.
---@param options { from: moonreel.Point, to: moonreel.Point, stops: any[], size?: moonreel.Size }  stops: colours, or { position, colour }
---@return moonreel.Image
function mr.image.linear_gradient(options) end

---Shares are shares of `size`, or of the frame that a callback draws; a radius' of the shorter side.
---@param options { center: moonreel.Point, radius: moonreel.Length, stops: any[], size?: moonreel.Size }
---@return moonreel.Image
function mr.image.radial_gradient(options) end

---A chequered plane.
---@param options? { side?: number, colors?: moonreel.Color[] }
---@return moonreel.Image
function mr.image.checker(options) end

---Random grays, one for each pixel.
---@param options? { seed?: integer }
---@return moonreel.Image
function mr.image.noise(options) end

---A test card with a sweep that stands at `phase`.
---@param options { size: moonreel.PixelSize, phase?: number }
---@return moonreel.Image
function mr.image.test_card(options) end

---A map of the plane: a value; each method gives one that applies the step after what was there. Shares
---such as "50%" wait for the frame that the map is used in; until then its numbers are not known.
---@class moonreel.Transform
---@field a number
---@field b number
---@field c number
---@field d number
---@field tx number
---@field ty number
local Transform = {}

---Then moved.
---@param x moonreel.Length
---@param y moonreel.Length
---@return moonreel.Transform
function Transform:translate(x, y) end

---Then enlarged or reduced.
---@param x number
---@param y? number              (default: x)
---@param about? moonreel.Point  the point that stays (default: the origin)
---@return moonreel.Transform
function Transform:scale(x, y, about) end

---Then turned.
---@param degrees number         clockwise
---@param about? moonreel.Point  the point that stays (default: the origin)
---@return moonreel.Transform
function Transform:rotate(degrees, about) end

---Then leaning.
---@param x number              degrees by which vertical lines lean right downwards
---@param y number              degrees by which horizontal lines lean down rightwards
---@param about? moonreel.Point  the point that stays (default: the origin)
---@return moonreel.Transform
function Transform:skew(x, y, about) end

---Then another transform.
---@param transform moonreel.Transform
---@return moonreel.Transform
function Transform:followed_by(transform) end

---The way back.
---@return moonreel.Transform?  nil where it flattens the plane
function Transform:inverted() end

---Where a point goes.
---@param point moonreel.Point
---@return number[]
function Transform:apply(point) end

---Transforms to begin with.
---@class moonreel.transforms
mr.transform = {}

---Leaves everything where it is.
---@return moonreel.Transform
function mr.transform.identity() end

---Moves.
---@param x moonreel.Length
---@param y moonreel.Length
---@return moonreel.Transform
function mr.transform.translate(x, y) end

---Enlarges or reduces.
---@param x number
---@param y? number
---@param about? moonreel.Point
---@return moonreel.Transform
function mr.transform.scale(x, y, about) end

---Turns.
---@param degrees number
---@param about? moonreel.Point
---@return moonreel.Transform
function mr.transform.rotate(degrees, about) end

---Leans.
---@param x number
---@param y number
---@param about? moonreel.Point
---@return moonreel.Transform
function mr.transform.skew(x, y, about) end

---Places a picture of one size (or rectangle) in a frame of another.
---@param source moonreel.Size|moonreel.Rect
---@param size moonreel.Size
---@param mode? moonreel.FitMode     (default "contain")
---@param gravity? moonreel.Gravity  where it is fastened (default "center")
---@return moonreel.Transform
function mr.transform.fit(source, size, mode, gravity) end

---The map x' = a x + c y + tx, y' = b x + d y + ty.
---@param numbers number[]  { a, b, c, d, tx, ty }
---@return moonreel.Transform
function mr.transform.matrix(numbers) end
