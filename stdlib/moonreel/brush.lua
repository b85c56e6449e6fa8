-- SPDX-License-Identifier: MIT
-- brush: a picture as dabs of paint: each pixel takes the mean of that quarter of its surroundings which is the most
-- even, so that edges become outlines of dabs (Kuwahara's filter, with soft weights as by Papari, 2007).

local mr = require "moonreel"
local soft = require "moonreel.soft"

local brush = {}

local squares = mr.kernel {
  name = "brush: squares",
  body = function(k)
    local p = k.image
    local sum = p.red * p.red + p.green * p.green + p.blue * p.blue
    return mr.pixel(sum, sum, sum, 1)
  end,
}

local dabs = mr.kernel {
  name = "brush", inputs = { "mean", "square" }, params = { half = 1 },
  body = function(k)
    local red, green, blue, total
    for index = 0, 3 do
      local x, y = k.x + (index % 2 * 2 - 1) * k.half, k.y + (index // 2 * 2 - 1) * k.half
      local mean, square = k.mean:at(x, y), k.square:at(x, y).red
      local spread = square - mean.red * mean.red - mean.green * mean.green - mean.blue * mean.blue
      local weight = 1 / (spread:max(0) * 60 + 0.02)
      weight = weight * weight
      weight = weight * weight
      red = (red or 0) + mean.red * weight
      green = (green or 0) + mean.green * weight
      blue = (blue or 0) + mean.blue * weight
      total = (total or 0) + weight
    end
    return mr.pixel(red / total, green / total, blue / total, 1)
  end,
}

---The frame in dabs of paint, opaque.
---@param image moonreel.Image   opaque, fills the frame
---@param size number[]          of the frame
---@param radius number          of a dab, in pixels
---@param finish? fun(painted: moonreel.Image, scale: number): moonreel.Image   what is done with it before it is enlarged; gets what lengths are to be multiplied with
---@return moonreel.Image
function brush.painted(image, size, radius, finish)
  local factor = radius >= 5 and 2 or 1
  if radius >= 24 then factor = 4 end
  local inside = { 0, 0, math.ceil(size[1] / factor), math.ceil(size[2] / factor) }
  local held = image:clamp_to_edges()
  local small = factor == 1 and held or held:transform(mr.transform.scale(1 / factor), "bilinear")
  local half = math.max(0.5, radius / factor / 2)
  local function mean(picture)
    local held = picture:crop(inside):clamp_to_edges()
    return held:blur(math.max(0.3, half * 0.7)):crop(inside):clamp_to_edges()
  end
  local painted = dabs(mean(small), mean(squares(small)), { half = half }):crop(inside)
  if finish then painted = finish(painted, 1 / factor) end
  if factor == 1 then return painted end
  return painted:clamp_to_edges():transform(mr.transform.scale(factor)):crop { 0, 0, size[1], size[2] }
end

return brush
