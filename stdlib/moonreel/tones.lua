-- SPDX-License-Identifier: MIT
-- tones: places in a picture by their light and by their hue, for the bodies of kernels. Hues are directions in a plane
-- around gray: red to the right, green and blue a third of a turn from it.

local mr = require "moonreel"

local tones = {}

local third = math.sqrt(3)

---Where a colour lies in the plane of hues.
---@param color moonreel.KernelPixel  straight
---@return moonreel.KernelValue x   its length is how strong the colour is
---@return moonreel.KernelValue y
function tones.place(color)
  return color.red - (color.green + color.blue) / 2, (color.green - color.blue) * (third / 2)
end

---The colour at a place in the plane of hues that has a luma.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param luma moonreel.KernelValue
---@return moonreel.KernelPixel  straight and opaque
function tones.color(x, y, luma)
  local red, green, blue = x * (2 / 3), y / third - x / 3, y / third * -1 - x / 3
  local gray = luma - (red * 0.2126 + green * 0.7152 + blue * 0.0722)
  return mr.pixel(red + gray, green + gray, blue + gray, 1)
end

---The direction of a colour's hue; of a gray, that of red.
---@param color moonreel.Color
---@return number across  of length 1
---@return number down
function tones.direction(color)
  local rgba = mr.color(color).rgba
  local x, y = rgba[1] - (rgba[2] + rgba[3]) / 2, (rgba[2] - rgba[3]) * (third / 2)
  local length = math.sqrt(x * x + y * y)
  if length < 1e-6 then return 1, 0 end
  return x / length, y / length
end

---How much a place in the plane of hues belongs to a hue, 0 to 1; grays belong to none.
---@param x moonreel.KernelValue
---@param y moonreel.KernelValue
---@param across moonreel.KernelValue|number  direction of the hue
---@param down moonreel.KernelValue|number
---@param near moonreel.KernelValue|number   cosine of the angle up to which all belongs to it
---@param far moonreel.KernelValue|number    and of that from which nothing does
---@return moonreel.KernelValue
function tones.near(x, y, across, down, near, far)
  local strength = (x * x + y * y):sqrt()
  local cosine = (x * across + y * down) / strength:max(1e-4)
  return cosine:smoothstep(far, near) * strength:smoothstep(0.03, 0.15)
end

---How much a luma belongs to shadows, middle tones and lights; the three add up to 1.
---@param luma moonreel.KernelValue
---@return moonreel.KernelValue shadows
---@return moonreel.KernelValue middle
---@return moonreel.KernelValue lights
function tones.ranges(luma)
  local shadows, lights = 1 - luma:smoothstep(0, 0.6), luma:smoothstep(0.4, 1)
  return shadows, 1 - shadows - lights, lights
end

return tones
