-- SPDX-License-Identifier: MIT
-- cross_zoom: both pictures rush past as streaks from a centre; the cut hides where they are longest.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local streaks = require "moonreel.streaks"
local transition = require "moonreel.transition"

---@class moonreel.CrossZoomOptions: moonreel.TransitionOptions
---@field strength? number         length of the streaks as a share of the way to the centre (default 0.6)
---@field center? moonreel.Point   where they come from (default the middle)

return transition {
  name = "cross_zoom",
  ease = "smooth",
  options = {
    strength = { "number", default = 0.6, min = 0.05, max = 0.95 },
    center = { "point", default = { "50%", "50%" } },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.point(params.center, context.size)
    local amount = params.strength * math.sin(math.pi * progress) ^ 2
    -- one zooms towards its end, the other comes from before its beginning
    local leaving = from:transform(mr.transform.scale(1 + progress * progress, nil, { x, y }))
    local rest = 1 - progress
    local coming = to:tile "mirror":transform(mr.transform.scale(1 / (1 + 0.9 * rest * rest), nil, { x, y }))
    local mixed = transition.mixed(leaving, coming, curve.part(progress, 0.35, 0.3))
      :crop { 0, 0, context.size[1], context.size[2] }
    return streaks.round(mixed, context.size, { x, y }, amount, function(image, around, taps)
      return image:zoom_blur { center = around, amount = amount, taps = taps }
    end)
  end,
}
