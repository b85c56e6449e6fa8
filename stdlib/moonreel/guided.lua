-- SPDX-License-Identifier: MIT
-- guided: smooths what is nearly flat and leaves edges where they are. The guided filter (K. He, J. Sun, X. Tang, 2010),
-- a picture guided by itself, worked out on fewer pixels (K. He, J. Sun, 2015).

local mr = require "moonreel"
local soft = require "moonreel.soft"

local guided = {}

local squares = mr.kernel {
  name = "guided: squares",
  body = function(k)
    local p = k.image
    return mr.pixel(p.red * p.red, p.green * p.green, p.blue * p.blue, 1)
  end,
}

-- How much of itself each place keeps: all where its surroundings vary much, nothing where they are flat.
local shares = mr.kernel {
  name = "guided: shares", inputs = { "mean", "square" }, params = { epsilon = 0.01 },
  body = function(k)
    local function spread(component) return k.square[component] - k.mean[component] * k.mean[component] end
    local most = spread "red":max(spread "green"):max(spread "blue"):max(0)
    local keep = most / (most + k.epsilon)
    return mr.pixel(keep, keep, keep, 1)
  end,
}

local rests = mr.kernel {
  name = "guided: rests", inputs = { "mean", "keep" },
  body = function(k)
    local share = 1 - k.keep.red
    return mr.pixel(k.mean.red * share, k.mean.green * share, k.mean.blue * share, 1)
  end,
}

local together = mr.kernel {
  name = "guided", inputs = { "image", "keep", "rest" }, extent = "image",
  body = function(k)
    local function part(component) return k.image[component] * k.keep.red + k.rest[component] end
    return mr.pixel(part "red", part "green", part "blue", k.image.alpha)
  end,
}

---By how much a picture may be reduced before it is smoothed over a radius: 1, 2, 4 or 8.
---@param radius number   in pixels
---@return integer
function guided.factor(radius)
  local factor = 1
  while factor < 8 and radius >= factor * 4 do factor = factor * 2 end
  return factor
end

---What smoothing does to a picture, at its own resolution: the share of itself that each pixel keeps, and what is added
---to that. Means are those of a gaussian blur that is as wide as a box of the radius.
---@param image moonreel.Image   with edges that hold
---@param size number[]          of what is looked at
---@param radius number          of what is looked at around each pixel, in pixels
---@param contrast number        differences of less than this are smoothed, 0 to 1
---@return moonreel.Image keep   the same in all components
---@return moonreel.Image rest
function guided.parts(image, size, radius, contrast)
  local inside = { 0, 0, size[1], size[2] }
  local function mean(picture) return picture:crop(inside):clamp_to_edges():blur(radius * 0.58):crop(inside) end
  local middle = mean(image)
  local keep = shares(middle, mean(squares(image)), { epsilon = contrast * contrast })
  return mean(keep), mean(rests(middle, keep))
end

---The picture smoothed, its alpha as it was.
---@param image moonreel.Image   fills the frame
---@param size number[]          of the frame
---@param radius number          of what is looked at around each pixel, in pixels
---@param contrast number        differences of less than this are smoothed, 0 to 1
---@param model? moonreel.Image  another picture of the same, which says what is flat and what it is smoothed to (default: the picture)
---@return moonreel.Image
function guided.smoothed(image, size, radius, contrast, model)
  local factor = guided.factor(radius)
  local held = (model or image):clamp_to_edges()
  local small = factor == 1 and held or held:transform(mr.transform.scale(1 / factor), "bilinear")
  local inside = { math.ceil(size[1] / factor), math.ceil(size[2] / factor) }
  local keep, rest = guided.parts(small, inside, radius / factor, contrast)
  local function whole(part)
    return factor == 1 and part:clamp_to_edges() or soft.enlarged(part, size, factor)
  end
  return together(image, whole(keep), whole(rest))
end

return guided
