-- SPDX-License-Identifier: MIT
-- page_curl: a corner of the old picture is rolled up around a cylinder; its pale back and a shadow show.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local transition = require "moonreel.transition"

---@class moonreel.PageCurlOptions: moonreel.TransitionOptions
---@field angle? number           degrees clockwise from left-to-right, the way the roll moves (default 200)
---@field radius? number          of the roll, as a share of the shorter side (default 0.12)
---@field back? moonreel.Color    the paper, through which the picture shines a little (default "#f2eee6")
---@field shadow? number          0 to 1 (default 0.6)

local curl = mr.kernel {
  name = "page_curl", inputs = { "from", "to" }, extent = "everywhere",
  params = { across = 1, down = 0, roll = 0, radius = 10, back = "#f2eee6", shadow = 0.6, pixel = 1,
    width = 1, height = 1 },
  body = function(k)
    local pi = math.pi
    -- how far ahead of the roll's axis; the page lies flat there, and is rolled up behind
    local ahead = k.x * k.across + k.y * k.down - k.roll
    local share = (ahead / k.radius):clamp(-1, 1)
    -- asin by atan: the angle on the cylinder at which the upper and the lower sheet are seen
    local rise = share:atan((1 - share * share):max(0):sqrt())
    local function page(along)
      local way = along - ahead
      return k.x + way * k.across, k.y + way * k.down
    end
    local function cover(x, y)
      local inside_x = ((x + 0.5):clamp() * (k.width - x + 0.5):clamp())
      return inside_x * ((y + 0.5):clamp() * (k.height - y + 0.5):clamp())
    end
    -- the front of the page: flat ahead of the axis is gone, behind it is rising paper
    local front_x, front_y = page(ahead:at_least(0, k.radius * rise, ahead))
    local front = k.from:at(front_x, front_y) * cover(front_x, front_y)
    -- the back: what has come over the top
    local back_x, back_y = page(k.radius * (pi - rise))
    local flat_x, flat_y = page(pi * k.radius - ahead)
    local is_flat = ahead:at_least(0, 0, 1)
    back_x, back_y = back_x:mix(flat_x, is_flat), back_y:mix(flat_y, is_flat)
    local in_roll = ((k.radius - ahead) / k.pixel):clamp()
    local covered = cover(back_x, back_y)
    local shine = k.from:at(back_x, back_y)
    local light = 0.72 + 0.28 * (1 - share:max(0) * share:max(0)):max(0):sqrt() + share:min(0) * 0.08
    local paper = (k.back * shine.alpha * 0.86 + shine * 0.14) * mr.pixel(light, light, light, 1)
    -- the rising front turns away from the light
    local dim = 1 - share:max(0) * 0.35
    local under_roll = front * mr.pixel(dim, dim, dim, 1)
    -- shadows: of the roll on the new picture, of the paper that came over on the old one
    local near = (1 - (ahead - k.radius) / (k.radius * 1.6)):clamp()
    local cast = near * near * k.shadow * ahead:smoothstep(0, k.radius)
    local ground = k.to * mr.pixel(1 - cast, 1 - cast, 1 - cast, 1)
    local edge_x, edge_y = page(pi * k.radius - ahead - k.radius * 0.5)
    local beyond = (edge_x:min(k.width - edge_x)):min(edge_y:min(k.height - edge_y)) / (k.radius * 0.7)
    local shade = 1 - (beyond + 0.5):smoothstep(0, 1) * (1 - covered) * k.shadow * 0.5 * in_roll
    local sheet = under_roll * mr.pixel(shade, shade, shade, 1)
    local below = ground:mix(sheet:over(ground), in_roll)
    return below:mix((paper * covered):over(below), in_roll)
  end,
}

return transition {
  name = "page_curl",
  ease = "smooth",
  options = {
    angle = { "number", default = 200 },
    radius = { "number", default = 0.12, min = 0.01, max = 1 },
    back = { "color", default = "#f2eee6" },
    shadow = { "number", default = 0.6, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local across, down, start, length = frame.sweep(params.angle, context.size)
    -- the roll comes in from the far side and grows as it takes up paper
    local radius = params.radius * math.min(width, height)
    return curl(from:clamp_to_edges(), to, {
      across = across, down = down, roll = start + length - progress * (length + radius),
      radius = radius, back = params.back, shadow = params.shadow * math.min(1, 12 * progress, 6 * (1 - progress)),
      pixel = 1, width = width, height = height,
    })
  end,
}
