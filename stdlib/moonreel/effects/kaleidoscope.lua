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

local turn = mr.kernel {
  name = "kaleidoscope",
  params = { x0 = 0, y0 = 0, slice = 1, angle = 0, spin = 0, zoom = 1, width = 1, height = 1 },
  extent = "image",
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local share = ((dy:atan(dx) - k.angle) / k.slice):fract()
    local angle = (share - 0.5):abs() * k.slice + k.spin
    local radius = pixels.length(dx, dy) / k.zoom
    local x = pixels.fold(k.x0 + radius * angle:cos(), k.width)
    local y = pixels.fold(k.y0 + radius * angle:sin(), k.height)
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
    return turn(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], slice = 2 * math.pi / params.mirrors,
      angle = math.rad(params.angle), spin = math.rad(params.angle + params.spin * context.time),
      zoom = params.zoom, width = width, height = height,
    }):crop { 0, 0, width, height }
  end,
}
