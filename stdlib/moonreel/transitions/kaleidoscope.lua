-- SPDX-License-Identifier: MIT
-- kaleidoscope: mirrors close around the picture, turn, and open again on the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.KaleidoscopeOptions: moonreel.TransitionOptions
---@field mirrors? integer  sectors of the figure (default 8)
---@field turn? number      degrees that the figure turns (default 90)

local tube = mr.kernel {
  name = "kaleidoscope", inputs = { "image" }, extent = "everywhere",
  params = { center_x = 0, center_y = 0, count = 8, turn = 0, strength = 0 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local radius, sector = pixels.length(x, y), 2 * math.pi / k.count
    local place = ((y:atan(x) + k.turn) / sector):fract()
    -- up and down within each sector: the seams are mirrors
    local angle = (place - 0.5):abs() * sector + k.turn * 0.5
    local inner = radius * 0.8
    local at_x = k.x:mix(k.center_x + inner * angle:cos(), k.strength)
    local at_y = k.y:mix(k.center_y + inner * angle:sin(), k.strength)
    return k.image:at(at_x, at_y)
  end,
}

return transition {
  name = "kaleidoscope",
  options = {
    mirrors = { "integer", default = 8, min = 2, max = 64 },
    turn = { "number", default = 90, min = -720, max = 720 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local near = math.min(1, 2.6 * progress, 2.6 * (1 - progress))
    local share = curve.part(progress, 0.35, 0.3)
    -- folded by mirrors, so that the figure is filled to the corners
    local function filled(image) return image:tile "mirror" end
    return tube(transition.mixed(filled(from), filled(to), share), {
      center_x = width / 2, center_y = height / 2, count = params.mirrors,
      turn = math.rad(params.turn) * progress, strength = curve.smooth(near),
    })
  end,
}
