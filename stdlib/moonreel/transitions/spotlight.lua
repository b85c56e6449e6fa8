-- SPDX-License-Identifier: MIT
-- spotlight: a light narrows on the old picture until all is dark, and widens on the new one.

local mr = require "moonreel"
local iris = require "moonreel.transitions.iris"
local transition = require "moonreel.transition"

---@class moonreel.SpotlightOptions: moonreel.TransitionOptions
---@field shape? "circle"|"diamond"|"rectangle"|"hexagon"|"star"|"heart"  of the light (default "circle"); a star takes four times as long
---@field center? moonreel.Point   where it closes and opens (default the middle)
---@field color? moonreel.Color    what lies in the dark (default black)
---@field softness? number         width of the edge as a share of the largest radius, 0 to 1 (default 0.04)

return transition {
  name = "spotlight",
  ease = "smooth",
  options = {
    shape = { "choice", among = { "circle", "diamond", "rectangle", "hexagon", "star", "heart" }, default = "circle" },
    center = { "point", default = { "50%", "50%" } },
    color = { "color", default = "black" },
    softness = { "number", default = 0.04, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local is_closing, dark = progress < 0.5, mr.color(params.color)
    local light = iris {
      shape = params.shape, center = params.center, softness = params.softness, is_closing = is_closing, ease = "linear",
    }
    if is_closing then return light(from, dark, 2 * progress, context) end
    return light(dark, to, 2 * progress - 1, context)
  end,
}
