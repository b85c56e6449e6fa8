-- SPDX-License-Identifier: MIT
-- color_phase: red, green and blue go over one after the other, so that wrong colours pass through.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.ColorPhaseOptions: moonreel.TransitionOptions
---@field spread? number  how much later each colour goes, 0 (together) to 1 (default 0.4)

local phases = mr.kernel {
  name = "color_phase", inputs = { "from", "to" }, params = { red = 0, green = 0, blue = 0 },
  body = function(k)
    local alpha = k.from.alpha:mix(k.to.alpha, k.green)
    local function part(name) return k.from[name]:mix(k.to[name], k[name]):min(alpha) end
    return mr.pixel(part "red", part "green", part "blue", alpha)
  end,
}

return transition {
  name = "color_phase",
  options = { spread = { "number", default = 0.4, min = 0, max = 1 } },
  draw = function(from, to, progress, params)
    local delay = params.spread / 2.5
    local function share(place) return curve.part(progress, place * delay, 1 - 2 * delay) end
    return phases(from, to, { red = share(0), green = share(1), blue = share(2) })
  end,
}
