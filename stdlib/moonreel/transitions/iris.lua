-- SPDX-License-Identifier: MIT
-- iris: the new picture opens from a point in a shape, or the old one closes to it.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.IrisOptions: moonreel.TransitionOptions
---@field shape? "circle"|"diamond"|"rectangle"|"hexagon"|"star"|"heart"  (default "circle"); a star takes four times as long
---@field center? moonreel.Point  where it opens (default the middle)
---@field softness? number        width of the edge as a share of the largest radius, 0 to 1 (default 0.01)
---@field is_closing? boolean     whether the old picture shrinks instead (default false)

---The angle of (x, y) folded into half of one of `count` equal sectors around the upward axis.
local function folded(x, y, count)
  local sector = 2 * math.pi / count
  return (((x:atan(-y) / sector + 0.5):fract() - 0.5) * sector):abs()
end

-- For each shape the radius of the one that passes through (x, y), and how much larger than a circle it
-- must be to hold what the circle holds.
local shapes = {
  circle = { 1, function(x, y) return pixels.length(x, y) end },
  diamond = { math.sqrt(2), function(x, y) return x:abs() + y:abs() end },
  rectangle = { 1, function(x, y, aspect) return x:abs():max(y:abs() * aspect) end },
  hexagon = { 2 / math.sqrt(3), function(x, y)
    local half = math.pi / 6
    return pixels.length(x, y) * (half - folded(x, y, 6)):cos() / math.cos(half)
  end },
  star = { 1 / 0.45, function(x, y)
    -- the line from a tip (1, 0) to the inner corner (u, v) beside it
    local u, v = 0.45 * math.cos(math.pi / 5), 0.45 * math.sin(math.pi / 5)
    local radius, angle = pixels.length(x, y), folded(x, y, 5)
    return radius * (angle:cos() + angle:sin() * ((1 - u) / v))
  end },
  heart = { 1, function(x, y)
    -- a square on its corner, and circles over its upper sides, which all pass through the middle
    local wide = x:abs()
    local circle = (x * x + y * y) / ((wide - y) * math.sqrt(2)):max(1e-3)
    return ((wide + y:abs()) / math.sqrt(2)):min((wide - y):at_least(0, circle, 1e9))
  end },
}

local kernels = {}
for name, shape in pairs(shapes) do
  kernels[name] = mr.kernel {
    name = "iris_" .. name, inputs = { "inside", "outside" },
    params = { center_x = 0, center_y = 0, aspect = 1, position = 0, softness = 1 },
    body = function(k)
      local radius = shape[2](k.x - k.center_x, k.y - k.center_y, k.aspect)
      return k.inside:mix(k.outside, radius:smoothstep(k.position - k.softness, k.position))
    end,
  }
end

return transition {
  name = "iris",
  ease = "smooth",
  options = {
    shape = { "choice", among = { "circle", "diamond", "rectangle", "hexagon", "star", "heart" }, default = "circle" },
    center = { "point", default = { "50%", "50%" } },
    softness = { "number", default = 0.01, min = 0, max = 1 },
    is_closing = { "boolean", default = false },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local x, y = transition.point(params.center, context.size)
    local reach = frame.reach(x, y, context.size)
    if params.shape == "rectangle" then
      reach = math.max(x, width - x, math.max(y, height - y) * width / height)
    end
    reach = reach * shapes[params.shape][1]
    local softness = math.max(params.softness * reach, 1.5)
    local share = params.is_closing and 1 - progress or progress
    local inside, outside = to, from
    if params.is_closing then inside, outside = from, to end
    return kernels[params.shape](inside, outside, {
      center_x = x, center_y = y, aspect = width / height,
      position = share * (reach + softness), softness = softness,
    })
  end,
}
