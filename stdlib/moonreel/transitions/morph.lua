-- SPDX-License-Identifier: MIT
-- morph: each picture is drawn out along the light and shade of the other until they have become one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local soft = require "moonreel.soft"
local transition = require "moonreel.transition"

---@class moonreel.MorphOptions: moonreel.TransitionOptions
---@field strength? number  how far things are drawn, as a share of the shorter side (default 0.25)

-- Where a place is drawn to: to the right by red, down by green, a half is nowhere.
local ways = mr.kernel {
  name = "morph: ways",
  body = function(k)
    local pixel = k.image:straight()
    return mr.pixel((pixel.red + pixel.green) / 2, pixel.blue, 0, 1)
  end,
}

local pull = mr.kernel {
  name = "morph", inputs = { "from", "to", "from_ways", "to_ways" }, extent = "everywhere",
  params = { progress = 0, reach = 0, share = 0 },
  body = function(k)
    local function moved(picture, way, amount)
      return picture:at(k.x + (way.red - 0.5) * amount, k.y + (way.green - 0.5) * amount)
    end
    local old = moved(k.from, k.to_ways, k.progress * k.reach)
    local new = moved(k.to, k.from_ways, (k.progress - 1) * k.reach)
    return old:mix(new, k.share)
  end,
}

return transition {
  name = "morph",
  options = { strength = { "number", default = 0.25, min = 0, max = 2 } },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local shorter = math.min(width, height)
    local sigma = 0.015 * shorter
    local function drawn(image)
      return soft.drawn(image, soft.factor(sigma), function(small, less)
        local blurred = small:clamp_to_edges():blur(sigma * less)
        return ways(blurred):crop { 0, 0, width * less, height * less }:clamp_to_edges()
      end)
    end
    return pull(from:clamp_to_edges(), to:clamp_to_edges(), drawn(from), drawn(to), {
      progress = progress, reach = params.strength * shorter,
      share = curve.smooth(progress),
    })
  end,
}
