-- SPDX-License-Identifier: MIT
-- pixels: what bodies of kernels have in common. All of it works on values that are not known yet.

local mr = require "moonreel"
local noise = require "moonreel.noise"

local pixels = {}

---The pixel with its straight red, green and blue changed by a function; alpha stays.
---@param pixel moonreel.KernelPixel
---@param change fun(component: moonreel.KernelValue): moonreel.KernelValue
---@return moonreel.KernelPixel
function pixels.map(pixel, change)
  local straight = pixel:straight()
  return mr.pixel(change(straight.red), change(straight.green), change(straight.blue), straight.alpha)
    :premultiplied()
end

---The pixel with more or less light; alpha stays.
---@param pixel moonreel.KernelPixel
---@param factor moonreel.KernelValue|number
---@return moonreel.KernelPixel
function pixels.shade(pixel, factor)
  return mr.pixel(pixel.red * factor, pixel.green * factor, pixel.blue * factor, pixel.alpha)
end

---Light of a colour laid on a pixel as `screen` does, no farther than the pixel is opaque.
---@param pixel moonreel.KernelPixel
---@param color moonreel.KernelPixel
---@param amount moonreel.KernelValue|number
---@return moonreel.KernelPixel
function pixels.lit(pixel, color, amount)
  local function screen(below, above) return below + (pixel.alpha - below) * (above * amount) end
  return mr.pixel(screen(pixel.red, color.red), screen(pixel.green, color.green),
    screen(pixel.blue, color.blue), pixel.alpha)
end

---A number from 0 to 1 for a cell of a grid: no pattern is seen within some thousand cells.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@return moonreel.KernelValue
function pixels.hash(x, y)
  local a, b, c = (x * 0.1031):fract(), (y * 0.1030):fract(), (x * 0.0973):fract()
  local mixed = a * (b + 33.33) + b * (c + 33.33) + c * (a + 33.33)
  return ((a + mixed + b + mixed) * (c + mixed)):fract()
end

---Smooth noise from 0 to 1, one number in each cell of side 1.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@return moonreel.KernelValue
function pixels.cloud(x, y)
  return noise.between(x, y, pixels.hash)
end

---A position folded back into 0 to `size`, as between two mirrors.
---@param position moonreel.KernelValue
---@param size moonreel.KernelValue
---@return moonreel.KernelValue
function pixels.fold(position, size)
  return size - ((position / (size * 2)):fract() * 2 - 1):abs() * size
end

---The pixel's straight colours, from 0 to 1, without its transparency.
---@param pixel moonreel.KernelPixel
---@return moonreel.KernelPixel
function pixels.opaque(pixel)
  local p = pixel:straight()
  -- Where alpha is next to nothing, rounding makes colours of anything.
  return mr.pixel(p.red:clamp(), p.green:clamp(), p.blue:clamp(), 1)
end

local opaque = mr.kernel { name = "solid", body = function(k) return pixels.opaque(k.image) end }

---The picture's colours without its transparency, black where nothing is: blending and matting them by the
---picture again leaves its alpha as it was.
---@param image moonreel.Image
---@return moonreel.Image
function pixels.solid(image) return opaque(image) end

---The length of the way (x, y).
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@return moonreel.KernelValue
function pixels.length(x, y) return (x * x + y * y):sqrt() end

return pixels
