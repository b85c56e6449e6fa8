---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---What `mr.kernel` makes a kernel from.
---@class moonreel.KernelOptions
---@field name? string       for messages (default: the body's place in the script)
---@field inputs? string[]   names of the pictures it reads (default `{ "image" }`)
---@field params? table<string, number|moonreel.Color|moonreel.KernelList>   defaults by name; a colour's body value is a pixel, a list's a list of values. Where a layer uses the kernel, it sets the numbers `time` (seconds of its clock), `progress` (0 to 1, of the transition or the layer), `width` and `height` (of the picture, in pixels) that nobody gave
---@field extent? "union"|"intersection"|"everywhere"|string   outside which it is transparent: the inputs' extents together (default), their overlap, nowhere, or one input's
---@field reach? number      how far from a pixel its pictures are read with `at`, in pixels along each axis; farther positions are clamped to it (default: anywhere). A use may give another, as `reach` among its parameters
---@field body fun(k: moonreel.KernelArguments): any   gives the pixel, a `moonreel.KernelPixel`. Run once for each way through its comparisons: once where it compares no values

---A parameter of a kernel that is a list of numbers, such as the bands of a sound.
---@class moonreel.KernelList
---@field count integer   how many, 1 to 256
---@field value? number   what each is unless given (default 0)

---What the body of a kernel gets: its pictures and its parameters by name, and the place of the pixel. Pictures and
---colours are pixels (`moonreel.KernelPixel`), numbers are values (`moonreel.KernelValue`).
---@class moonreel.KernelArguments
---@field x moonreel.KernelValue   the position of the pixel's centre, in pixels of the picture, to the right
---@field y moonreel.KernelValue   the same, downwards
---@field loop fun(limit: integer, values: (moonreel.KernelValue|number)[], body: function): ...   again and again, each pixel for itself: `body` gets the values and returns whether to go on (at least 0.5) and the new ones; the values after the last round. Goes round once at least and `limit` times at most
---@field pick fun(values: (moonreel.KernelValue|number)[], place: moonreel.KernelValue|number): moonreel.KernelValue   the value at a place that is not known yet, counted from 1 and rounded down; the first below, the last beyond
---@field vec2 fun(...: number|moonreel.KernelValue|moonreel.Vec): moonreel.Vec   two numbers that are calculated with together; one stands for both
---@field vec3 fun(...: number|moonreel.KernelValue|moonreel.Vec): moonreel.Vec   likewise three
---@field vec4 fun(...: number|moonreel.KernelValue|moonreel.Vec): moonreel.Vec   likewise four
---@field [string] any

---A function of one pixel, made native: called with its pictures and a table of parameters, it gives a
---picture. Layers take it as an effect (of one picture), as `blend` (of the layer's picture and the one below), as a transition (of
---the layer that goes and the one that comes), as a mask and as a source (of none). Angles in it are radians.
---@class moonreel.Kernel
---@field name string
---@field steps integer      operations in it
---@overload fun(...: moonreel.Image|moonreel.Color|table): moonreel.Image
local Kernel = {}

---The kernel with other defaults. They may move by keyframes, functions of the layer's time or a sound's curve; so may each
---number of a list.
---@param params table<string, any>   by name
---@return moonreel.Kernel
function Kernel:with(params) end

---A function of one pixel. Its body runs here, with values that stand for numbers; what it does with them is compiled and
---runs natively for every pixel of every frame.
---@param options moonreel.KernelOptions
---@return moonreel.Kernel
function mr.kernel(options) end

---A pixel of a kernel, from components multiplied by alpha. Only in a kernel's body.
---@param red moonreel.KernelValue|number
---@param green moonreel.KernelValue|number
---@param blue moonreel.KernelValue|number
---@param alpha moonreel.KernelValue|number
---@return moonreel.KernelPixel
function mr.pixel(red, green, blue, alpha) end

---The components of one pixel in a kernel's body, multiplied by alpha unless `straight`. `+ - * /` go
---component by component, with pixels, values and numbers.
---@class moonreel.KernelPixel
---@field red moonreel.KernelValue
---@field green moonreel.KernelValue
---@field blue moonreel.KernelValue
---@field alpha moonreel.KernelValue
---@field luma moonreel.KernelValue   BT.709 luma of the components as they are
---@operator add: moonreel.KernelPixel
---@operator sub: moonreel.KernelPixel
---@operator mul: moonreel.KernelPixel
---@operator div: moonreel.KernelPixel
local KernelPixel = {}

---Its colours divided by alpha; 0 where alpha is 0.
---@return moonreel.KernelPixel
function KernelPixel:straight() end

---Its colours multiplied by alpha: the way back from `straight`.
---@return moonreel.KernelPixel
function KernelPixel:premultiplied() end

---The pixel of one of the kernel's pictures at another position (`k.image:at(k.x + 1, k.y)`), linear
---between the four nearest; the centre of the first pixel is (0.5, 0.5). Transparent outside the picture's
---extent; `clamp_to_edges` makes its edges hold.
---@param x moonreel.KernelValue|number
---@param y moonreel.KernelValue|number
---@return moonreel.KernelPixel
function KernelPixel:at(x, y) end

---This pixel over another, by its alpha.
---@param bottom moonreel.KernelPixel
---@return moonreel.KernelPixel
function KernelPixel:over(bottom) end

---This at 0, the other at 1.
---@param other moonreel.KernelPixel
---@param share moonreel.KernelValue|number
---@return moonreel.KernelPixel
function KernelPixel:mix(other, share) end

---One number in a kernel's body, calculated with like any other: `+ - * / % ^`, and these methods. `< <= > >=` compare it, in
---`if` and with `and`, `or` and `not`: the body is then run once for each way, at most 256, and each pixel goes its own. `==` and
---`~=` compare two values; Lua never asks where one side is a plain number. `at_least` chooses without running the body again.
---@class moonreel.KernelValue
---@operator add: moonreel.KernelValue
---@operator sub: moonreel.KernelValue
---@operator mul: moonreel.KernelValue
---@operator div: moonreel.KernelValue
---@operator mod: moonreel.KernelValue
---@operator pow: moonreel.KernelValue
---@operator unm: moonreel.KernelValue
local KernelValue = {}

---The value without its sign.
---@return moonreel.KernelValue
function KernelValue:abs() end

---The largest whole number that is not above it.
---@return moonreel.KernelValue
function KernelValue:floor() end

---What is left above `floor`.
---@return moonreel.KernelValue
function KernelValue:fract() end

---0 below 0.
---@return moonreel.KernelValue
function KernelValue:sqrt() end

---2 to the power of it.
---@return moonreel.KernelValue
function KernelValue:exp2() end

---Its binary logarithm; -126 at and below zero.
---@return moonreel.KernelValue
function KernelValue:log2() end

---e to the power of it.
---@return moonreel.KernelValue
function KernelValue:exp() end

---Its natural logarithm; -87.3 at and below zero.
---@return moonreel.KernelValue
function KernelValue:log() end

---Of radians.
---@return moonreel.KernelValue
function KernelValue:sin() end

---Of radians.
---@return moonreel.KernelValue
function KernelValue:cos() end

---Of radians.
---@return moonreel.KernelValue
function KernelValue:tan() end

---The angle in radians, -pi/2 to pi/2, whose sine it is; below -1 and above 1, the ends.
---@return moonreel.KernelValue
function KernelValue:asin() end

---The angle in radians, 0 to pi, whose cosine it is; below -1 and above 1, the ends.
---@return moonreel.KernelValue
function KernelValue:acos() end

---The angle of the point (x, this) in radians, -pi to pi; 0 at the origin.
---@param x moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:atan(x) end

---The smaller of two.
---@param other moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:min(other) end

---The larger of two.
---@param other moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:max(other) end

---The value, or the limit that it exceeds.
---@param low? moonreel.KernelValue|number   (default 0)
---@param high? moonreel.KernelValue|number  (default 1)
---@return moonreel.KernelValue
function KernelValue:clamp(low, high) end

---This at 0, the other at 1, linear between and beyond.
---@param other moonreel.KernelValue|number
---@param share moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:mix(other, share) end

---0 up to `low`, 1 from `high`, smooth between: 3t² − 2t³ with t = (it − low) / (high − low), as in GLSL. Where `low` is
---the greater it is the mirror image, 1 up to `high` and 0 from `low`; where both are equal, 1 from there on.
---@param low moonreel.KernelValue|number
---@param high moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:smoothstep(low, high) end

---`yes` where it is at least `edge`, else `no`.
---@param edge moonreel.KernelValue|number
---@param yes moonreel.KernelValue|number
---@param no moonreel.KernelValue|number
---@return moonreel.KernelValue
function KernelValue:at_least(edge, yes, no) end

---Two to four values of a kernel, or numbers, that are calculated with together, as in GLSL: `+ - * / %` with vectors of as
---many, values and numbers. Letters take numbers out, in any order: `v.x`, `v.xy`, `v.bgr`, `v.wzyx`.
---@class moonreel.Vec
---@field x moonreel.KernelValue   the first; also `r` and `s`
---@field y moonreel.KernelValue   the second; also `g` and `t`
---@field z moonreel.KernelValue   the third; also `b` and `p`
---@field w moonreel.KernelValue   the fourth; also `a` and `q`
---@field [string] any             several of them, as a vector
---@operator add: moonreel.Vec
---@operator sub: moonreel.Vec
---@operator mul: moonreel.Vec
---@operator div: moonreel.Vec
---@operator mod: moonreel.Vec
---@operator unm: moonreel.Vec
local Vec = {}

---The sum of the products of their numbers.
---@param other moonreel.Vec
---@return moonreel.KernelValue
function Vec:dot(other) end

---@return moonreel.KernelValue
function Vec:length() end

---@param other moonreel.Vec
---@return moonreel.KernelValue
function Vec:distance(other) end

---The vector of length 1 in the same direction.
---@return moonreel.Vec
function Vec:normalize() end

---What is at right angles to both; of three numbers.
---@param other moonreel.Vec
---@return moonreel.Vec
function Vec:cross(other) end

---Each number without its sign.
---@return moonreel.Vec
function Vec:abs() end

---Of each, the largest whole number that is not above it.
---@return moonreel.Vec
function Vec:floor() end

---Of each, what is left above `floor`.
---@return moonreel.Vec
function Vec:fract() end

---Of each the square root; 0 below 0.
---@return moonreel.Vec
function Vec:sqrt() end

---Of radians.
---@return moonreel.Vec
function Vec:sin() end

---Of radians.
---@return moonreel.Vec
function Vec:cos() end

---Number by number, the smaller of two.
---@param other moonreel.Vec|moonreel.KernelValue|number
---@return moonreel.Vec
function Vec:min(other) end

---Number by number, the larger of two.
---@param other moonreel.Vec|moonreel.KernelValue|number
---@return moonreel.Vec
function Vec:max(other) end

---Each number, or the limit that it exceeds.
---@param low? moonreel.Vec|moonreel.KernelValue|number   (default 0)
---@param high? moonreel.Vec|moonreel.KernelValue|number  (default 1)
---@return moonreel.Vec
function Vec:clamp(low, high) end

---This at 0, the other at 1.
---@param other moonreel.Vec|moonreel.KernelValue|number
---@param share moonreel.Vec|moonreel.KernelValue|number
---@return moonreel.Vec
function Vec:mix(other, share) end
