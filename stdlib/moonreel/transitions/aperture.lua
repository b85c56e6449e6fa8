-- SPDX-License-Identifier: MIT
-- aperture: the blades of a lens close over the old picture, turning, and open on the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.ApertureOptions: moonreel.TransitionOptions
---@field blades? integer        5 to 16 (default 7)
---@field color? moonreel.Color  of the blades (default "#16181c")
---@field turn? number           degrees that the opening turns while it closes (default 70)

local blades = mr.kernel {
  name = "aperture", inputs = { "image" },
  params = { middle_x = 0, middle_y = 0, count = 7, turn = 0, opening = 1, reach = 1, color = "#16181c" },
  body = function(k)
    local x, y = k.x - k.middle_x, k.y - k.middle_y
    local radius, sector = pixels.length(x, y), 2 * math.pi / k.count
    local place = (y:atan(x) + k.turn) / sector
    -- the straight edge of each blade, a side of the polygon, and the next one's edge that lies on it
    local function edge(at)
      local angle = (at:fract() - 0.5) * sector
      return radius * angle:cos()
    end
    local distance = edge(place) - k.opening
    local inside = distance:smoothstep(-0.7, 0.7)
    -- blades overlap: each is lit along its edge and darkens towards the one it goes under
    local lit = (1 - distance / (k.reach * 0.5)):clamp() * 0.30
    local fold = place:fract():smoothstep(0, 1)
    local rim = (1 - distance:abs() / (k.reach * 0.008 + 0.6)):clamp() * 0.16
    local gain = 0.55 + lit + fold * 0.75 + rim * 3
    local blade = k.color * mr.pixel(gain, gain, gain, 1)
    -- the opening throws its shade on the picture
    local shade = 1 - (distance / (k.reach * 0.06)):smoothstep(-1, 0) * 0.35 * (1 - k.opening / k.reach):clamp()
    return (k.image * mr.pixel(shade, shade, shade, 1)):mix(blade * k.image.alpha, inside)
  end,
}

return transition {
  name = "aperture",
  options = {
    blades = { "integer", default = 7, min = 5, max = 16 },
    color = { "color", default = "#16181c" },
    turn = { "number", default = 70, min = -360, max = 360 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    -- a polygon of this inner radius holds the frame
    local reach = math.sqrt(width ^ 2 + height ^ 2) / 2 + 2
    local near = 1 - math.abs(2 * progress - 1)
    local closed = curve.smooth(near)
    return blades(progress < 0.5 and from or to, {
      middle_x = width / 2, middle_y = height / 2, count = params.blades,
      turn = math.rad(params.turn) * closed, opening = (1 - closed * 1.02) * reach, reach = reach,
      color = params.color,
    })
  end,
}
