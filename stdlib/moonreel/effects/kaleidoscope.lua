-- SPDX-License-Identifier: MIT
-- kaleidoscope: a slice of the picture between mirrors that meet in one point.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.KaleidoscopeOptions
---@field mirrors? integer         slices around the point (default 6)
---@field angle? number            of the mirrors, in degrees (default 0)
---@field spin? number             degrees by which the picture behind them turns in a second (default 12)
---@field zoom? number             of the picture behind them (default 1.2)
---@field center? moonreel.Point   where they meet (default the middle)

-- The picture's place behind the mirrors, from where they meet, before it turns: the same in all frames, and drawn once.
local mirrors = mr.kernel {
  name = "kaleidoscope: mirrors", inputs = {}, extent = "everywhere",
  params = { x0 = 0, y0 = 0, slice = 1, angle = 0, zoom = 1 },
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local share = ((dy:atan(dx) - k.angle) / k.slice):fract()
    local angle, radius = (share - 0.5):abs() * k.slice, pixels.length(dx, dy) / k.zoom
    local y = radius * angle:sin()
    return mr.pixel(radius * angle:cos(), y, y, 1)
  end,
}

local turn = mr.kernel {
  name = "kaleidoscope", inputs = { "image", "mirrors" }, extent = "image",
  params = { x0 = 0, y0 = 0, cos = 1, sin = 0, width = 1, height = 1 },
  body = function(k)
    local dx, dy = k.mirrors.red, k.mirrors.green
    local x = pixels.fold(k.x0 + dx * k.cos - dy * k.sin, k.width)
    local y = pixels.fold(k.y0 + dx * k.sin + dy * k.cos, k.height)
    return k.image:at(x, y)
  end,
}

return effect {
  name = "kaleidoscope",
  options = {
    mirrors = { "integer", default = 6, min = 2, max = 64 },
    angle = { "number", default = 0 },
    spin = { "number", default = 12 },
    zoom = { "number", default = 1.2, min = 0.05, max = 20 },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local x0, y0 = params.center[1], params.center[2]
    local folded = mirrors {
      x0 = x0, y0 = y0, slice = 2 * math.pi / params.mirrors, angle = math.rad(params.angle), zoom = params.zoom,
    }
    local spin = math.rad(params.angle + params.spin * context.time)
    return turn(image:clamp_to_edges(), folded, {
      x0 = x0, y0 = y0, cos = math.cos(spin), sin = math.sin(spin), width = width, height = height,
    }):crop { 0, 0, width, height }
  end,
}
