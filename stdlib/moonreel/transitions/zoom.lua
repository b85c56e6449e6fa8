-- SPDX-License-Identifier: MIT
-- zoom: the camera flies into the old picture, through it, and arrives at the new one.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.ZoomOptions: moonreel.TransitionOptions
---@field scale? number            how far it flies into the old picture, above 1 (default 3)
---@field center? moonreel.Point   the point it flies to (default the middle)
---@field is_outward? boolean      whether it flies backwards, out of the old picture (default false)

return transition {
  name = "zoom",
  ease = "smooth",
  options = {
    scale = { "number", default = 3, min = 1.1, max = 20 },
    center = { "point", default = { "50%", "50%" } },
    is_outward = { "boolean", default = false },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.point(params.center, context.size)
    local near, far, share = from, to, progress
    if params.is_outward then near, far, share = to, from, 1 - progress end
    -- the near picture grows and melts away in the second half of its flight
    local melted = curve.part(share, 0.3, 0.7)
    local rest = 1 - share
    local behind = far:transform(mr.transform.scale(1 + 0.35 * rest * rest, nil, { x, y }))
    return near:transform(mr.transform.scale(params.scale ^ (share * share), nil, { x, y }))
      :opacity(1 - melted):over(behind)
  end,
}
