-- SPDX-License-Identifier: MIT
-- flash: a photographer's flash burns the picture out; the new one settles from the glare.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.FlashOptions: moonreel.TransitionOptions
---@field color? moonreel.Color  of the glare (default a warm white, "#fff8ec")
---@field peak? number           when it is brightest, 0.1 to 0.9 (default 0.3)

local glare = mr.kernel {
  name = "flash", inputs = { "from", "to" },
  params = { share = 0, light = 0, color = "#fff8ec" },
  body = function(k)
    local picture = k.from:mix(k.to, k.share)
    -- what is bright already burns out first
    local burnt = (k.light * (1.2 + picture.luma) - 0.2 * k.light * (1 - k.light)):clamp()
    local gain = 1 + 2 * k.light
    local lit = picture * mr.pixel(gain, gain, gain, 1)
    return lit:mix(k.color * picture.alpha, burnt * burnt)
  end,
}

return transition {
  name = "flash",
  options = {
    color = { "color", default = "#fff8ec" },
    peak = { "number", default = 0.3, min = 0.1, max = 0.9 },
  },
  draw = function(from, to, progress, params)
    local peak = params.peak
    local near = progress < peak and progress / peak or (1 - progress) / (1 - peak)
    local share = math.min(math.max((progress - peak) / 0.1 + 0.5, 0), 1)
    return glare(from, to, { share = share, light = near ^ 3, color = params.color })
  end,
}
