---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---Filters take a picture for transparent beyond its edges, and blurs make its extent grow; `clamp_to_edges` before the
---filter keeps the edges. Points may be shares of the extent. The formulas stand in docs/picture.md.
---@class moonreel.Image
local Image = {}

---The mean over a square around each pixel; its cost does not depend on the radius.
---@param radius number  pixels from the middle to the edge of the square
---@return moonreel.Image
function Image:box_blur(radius) end

---A mosaic: each cell of a grid in the mean of its pixels.
---@param cell number|moonreel.Size  side of a cell in pixels, at least 1, or its width and height
---@param options? { center?: moonreel.Point }  a corner of cells (default: the origin)
---@return moonreel.Image
function Image:pixelate(cell, options) end

---A zoom blur of nine reads, as in VideoLab, or, with an amount, the mean along rays, as of a camera that zooms at a
---steady rate; what that costs hardly depends on the amount.
---@param options? { size?: number, center?: moonreel.Point, amount?: number, taps?: integer }  size: strength (default 1); center: what stays sharp (default: the middle); amount: how long the rays are, as a share of the way to the centre; taps: reads a pixel, 2 to 256, with an amount (default: as many as lie 1.5 pixels apart)
---@return moonreel.Image
function Image:zoom_blur(options) end

---The mean along a straight line, as of something that moves while the shutter is open; what it costs hardly depends on
---the length.
---@param length number  in pixels
---@param angle? number  degrees clockwise; 0 is to the right (default 0)
---@return moonreel.Image
function Image:motion_blur(length, angle) end

---The mean along an arc about a centre, as of a wheel that turns; what it costs hardly depends on the angle.
---@param angle number  degrees
---@param options? { center?: moonreel.Point, taps?: integer }  center: (default: the middle); taps: reads a pixel, 2 to 256 (default: as many as lie 1.5 pixels apart)
---@return moonreel.Image
function Image:spin_blur(angle, options) end

---Each pixel from where a map says: its red moves across, its green down, middle gray stays.
---@param map moonreel.Image|moonreel.Color
---@param scale number     pixels between the reads of red 0 and red 1
---@param scale_y? number  the same for green (default: as across)
---@return moonreel.Image
function Image:displace(map, scale, scale_y) end

---The weighted sum of each pixel's neighbours.
---@param weights number[]  9 or 25: 3 x 3 or 5 x 5 pixels, row by row
---@param options? { bias?: number, keep_alpha?: boolean }  bias: added to colours (default 0); keep_alpha: leave alpha as it is (default false)
---@return moonreel.Image
function Image:convolve(weights, options) end

---How steep colours are (Sobel). Edges are held.
---@param amount? number  (default 1)
---@return moonreel.Image
function Image:edges(amount) end

---A relief in gray. Edges are held.
---@param options? { angle?: number, amount?: number }  angle: degrees clockwise, where light comes from dark (default 45); amount: (default 1)
---@return moonreel.Image
function Image:emboss(options) end

---An unsharp mask. Edges are held.
---@param options? { sigma?: number, amount?: number, threshold?: number }  sigma: standard deviation in pixels (default 1); amount: (default 1); threshold: smaller differences stay (default 0)
---@return moonreel.Image
function Image:sharpen(options) end

---The median of each component over a square: removes specks. Edges are held.
---@param size? 3|5  (default 3)
---@return moonreel.Image
function Image:median(size) end

---The largest of each component over a square: light grows.
---@param radius integer  0 to 64
---@return moonreel.Image
function Image:dilate(radius) end

---The smallest of each component over a square: dark and transparency grow.
---@param radius integer  0 to 64
---@return moonreel.Image
function Image:erode(radius) end

---A glow around what is bright.
---@param options? { threshold?: number, sigma?: number, intensity?: number }  threshold: luma from which pixels glow (default 0.8); sigma: standard deviation in pixels (default 10); intensity: (default 1)
---@return moonreel.Image
function Image:bloom(options) end

---The picture over its shadow.
---@param options? { offset?: moonreel.Point, blur?: number, color?: moonreel.Color, opacity?: number }  offset: (default { 8, 8 }); blur: standard deviation in pixels (default 6); color: (default black); opacity: 0 to 1 (default 0.5)
---@return moonreel.Image
function Image:drop_shadow(options) end

---Darker towards the corners.
---@param options? { amount?: number, radius?: number, softness?: number, roundness?: number, frame?: moonreel.Rect }  amount: (default 0.5); radius: 1 touches the edges (default 1); softness: 0 to 1 (default 0.5); roundness: 0 an ellipse, 1 a circle (default 0); frame: (default: the extent)
---@return moonreel.Image
function Image:vignette(options) end

---Film grain: the same for the same seed and frame.
---@param options? { amount?: number, size?: number, luma_response?: number, seed?: integer, frame?: integer }  amount: standard deviation, 0 to 1 (default 0.05); size: pixels a grain (default 1); luma_response: 1 spares black and white (default 0.5); seed, frame: which noise (default 0)
---@return moonreel.Image
function Image:grain(options) end
