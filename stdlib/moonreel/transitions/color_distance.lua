-- SPDX-License-Identifier: MIT
-- color_distance: what is alike in both pictures changes first, what differs most holds out longest.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.ColorDistanceOptions: moonreel.TransitionOptions
---@field power? number     how long the rest holds out: all of it has faded by then, 1 to 20 (default 5)
---@field softness? number  how gradually each place changes, 0.01 to 1 (default 0.1)

local unlike = mr.kernel {
  name = "color_distance", inputs = { "from", "to" },
  params = { progress = 0, fade = 0, soft = 0.1 },
  body = function(k)
    local red, green, blue = k.to.red - k.from.red, k.to.green - k.from.green, k.to.blue - k.from.blue
    local distance = ((red * red + green * green + blue * blue) / 3):sqrt()
    local front = k.progress * (1 + k.soft)
    local kept = distance:smoothstep(front - k.soft, front)
    return k.to:mix(k.from, kept):mix(k.to, k.fade)
  end,
}

return transition {
  name = "color_distance",
  options = {
    power = { "number", default = 5, min = 1, max = 20 },
    softness = { "number", default = 0.1, min = 0.01, max = 1 },
  },
  draw = function(from, to, progress, params)
    return unlike(from, to, { progress = progress, fade = progress ^ params.power, soft = params.softness })
  end,
}
