-- SPDX-License-Identifier: MIT
-- pixel_stretch: from a line on, the pixels of that line are drawn out to the frame's edge.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.PixelStretchOptions
---@field position? number  where the line lies, 0 at one end of the way and 1 at the other; animate it (default 0.55)
---@field direction? "right"|"left"|"down"|"up"  where they are drawn out to (default "right")
---@field pull? number      0 hard, 1 slowly from the line on (default 0)
---@field fade? number      how much darker they become on the way, 0 to 1 (default 0.25)

local stretch = mr.kernel {
  name = "pixel_stretch", params = { across = 1, down = 0, start = 0, length = 1, line = 0, pull = 0, fade = 0 },
  extent = "image",
  body = function(k)
    local beyond = ((k.x * k.across + k.y * k.down - k.start) - k.line):max(0)
    local share = beyond / (k.length - k.line):max(1)
    -- With pull the picture goes on, ever more slowly.
    local kept = share * (1 - share * 0.5) * k.pull * 0.3 * (k.length - k.line)
    local back = beyond - kept
    local read = k.image:at(k.x - back * k.across, k.y - back * k.down)
    local light = 1 - share * k.fade
    return mr.pixel(read.red * light, read.green * light, read.blue * light, read.alpha)
  end,
}

local ways = { right = { 1, 0 }, left = { -1, 0 }, down = { 0, 1 }, up = { 0, -1 } }

return effect {
  name = "pixel_stretch",
  options = {
    position = { "number", default = 0.55, min = 0, max = 1 },
    direction = { "choice", among = { "right", "left", "down", "up" }, default = "right" },
    pull = { "number", default = 0, min = 0, max = 1 },
    fade = { "number", default = 0.25, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height, way = context.size[1], context.size[2], ways[params.direction]
    local length = math.abs(way[1]) * width + math.abs(way[2]) * height
    return stretch(image:clamp_to_edges(), {
      across = way[1], down = way[2], start = math.min(0, way[1] * width + way[2] * height), length = length,
      line = math.min(params.position * length, length - 0.5), pull = params.pull, fade = params.fade,
    }):crop { 0, 0, width, height }
  end,
}
