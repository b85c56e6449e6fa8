-- SPDX-License-Identifier: MIT
-- morph: each picture is drawn out along the light and shade of the other until they have become one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.MorphOptions: moonreel.TransitionOptions
---@field strength? number  how far things are drawn, as a share of the shorter side (default 0.25)

local pull = mr.kernel {
  name = "morph", inputs = { "from", "to", "from_map", "to_map" }, extent = "everywhere",
  params = { progress = 0, reach = 0, share = 0 },
  body = function(k)
    local function moved(picture, map, amount)
      local pixel = map:straight()
      local x, y = (pixel.red + pixel.green) / 2 - 0.5, pixel.blue - 0.5
      return picture:at(k.x + x * amount, k.y + y * amount)
    end
    local old = moved(k.from, k.to_map, k.progress * k.reach)
    local new = moved(k.to, k.from_map, (k.progress - 1) * k.reach)
    return old:mix(new, k.share)
  end,
}

return transition {
  name = "morph",
  options = { strength = { "number", default = 0.25, min = 0, max = 2 } },
  draw = function(from, to, progress, params, context)
    local shorter = math.min(context.size[1], context.size[2])
    local function map(image) return image:clamp_to_edges():blur(0.015 * shorter) end
    return pull(from:clamp_to_edges(), to:clamp_to_edges(), map(from), map(to), {
      progress = progress, reach = params.strength * shorter,
      share = curve.smooth(progress),
    })
  end,
}
