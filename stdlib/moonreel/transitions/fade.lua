-- SPDX-License-Identifier: MIT
-- fade: the old picture goes into a colour, the new one comes out of it.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.FadeOptions: moonreel.TransitionOptions
---@field color? moonreel.Color  what lies between (default black)
---@field hold? number           the share of the time in which only the colour shows, 0 to 0.9 (default 0.1)

return transition {
  name = "fade",
  options = {
    color = { "color", default = "black" },
    hold = { "number", default = 0.1, min = 0, max = 0.9 },
  },
  draw = function(from, to, progress, params)
    local plain, time = mr.color(params.color), (1 - params.hold) / 2
    if progress < 0.5 then return from:dissolve(plain, math.min(progress / time, 1)) end
    return to:dissolve(plain, math.min((1 - progress) / time, 1))
  end,
}
