-- SPDX-License-Identifier: MIT
-- fisheye: half of everything around, drawn into a circle; the corners are dark or filled.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.FisheyeOptions
---@field angle? number    how wide the lens sees, 40 to 175 degrees (default 120)
---@field circle? boolean  all of the circle, with nothing outside, or only what fills the frame (default false)
---@field zoom? number     (default 1)

-- Equidistant projection: the distance from the middle is the angle; the flat picture lies at its tangent.
-- Where each pixel reads, and how much of it lies inside: the same in all frames, and drawn once.
local lens = mr.kernel {
  name = "fisheye: lens", inputs = {}, extent = "everywhere",
  params = { x0 = 0, y0 = 0, half = 1, radius = 1, across = 1, down = 1, edge = 0 },
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local distance = pixels.length(dx, dy)
    local angle = (distance / k.radius):min(1) * k.half
    local reach = (angle:sin() / angle:cos()) / (k.half:sin() / k.half:cos()) / distance:max(1e-3)
    local inside = 1 - (distance - k.radius):smoothstep(-1.5, 0) * k.edge
    return mr.pixel(k.x0 + dx * reach * k.across, k.y0 + dy * reach * k.down, inside, 1)
  end,
}

local view = mr.kernel {
  name = "fisheye", inputs = { "image", "lens" }, extent = "everywhere",
  body = function(k) return k.image:at(k.lens.red, k.lens.green) * k.lens.blue end,
}

return effect {
  name = "fisheye",
  options = {
    angle = { "number", default = 120, min = 40, max = 175 },
    circle = { "boolean", default = false },
    zoom = { "number", default = 1, min = 0.2, max = 5 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local corner = math.sqrt(width * width + height * height) / 2
    local radius = (params.circle and math.min(width, height) / 2 or corner) * params.zoom
    local across = params.circle and width / 2 or corner
    local down = params.circle and height / 2 or corner
    local bent = lens {
      x0 = width / 2, y0 = height / 2, half = math.rad(params.angle / 2), radius = radius,
      across = across, down = down, edge = params.circle and 1 or 0,
    }
    return view(image:clamp_to_edges(), bent):crop { 0, 0, width, height }
  end,
}
