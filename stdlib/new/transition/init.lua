-- plugin-name: the new picture appears within a shape that grows and turns, that of assets/shape.svg.
--
-- ```lua
-- local mr = require "moonreel"
-- local plugin_name = require "plugin-name"
-- local show = mr.composition { size = { 320, 180 }, fps = 25 }
-- show:sequence { mr.color "#203040", mr.color "#e0a060", clip_duration = 2, overlap = 1, transition = plugin_name {} }
-- return show
-- ```

-- moonreel test runs the example above, and moonreel docs shows it.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class plugin_name.Options: moonreel.TransitionOptions
---@field turn? number  how far the shape turns, in degrees (default 60)

local shape = mr.svg "assets/shape.svg"   -- in this package, wherever it is installed
local middle, inner = 50, 43              -- of the shape, and the radius of a circle that fits into it

---@type fun(options?: plugin_name.Options): moonreel.Transition
local plugin_name = transition {
  name = "plugin_name", ease = "smooth",
  options = {
    turn = { "number", default = 60, min = -360, max = 360 },
  },
  -- Gets both pictures as large as the frame and the progress, more than 0 and less than 1.
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local scale = progress * math.sqrt(width ^ 2 + height ^ 2) / 2 / inner
    local place = mr.transform.translate(-middle, -middle)
      :rotate(params.turn * progress):scale(scale, scale):translate(width / 2, height / 2)
    return to:matte(shape:transform(place)):over(from)
  end,
}

return plugin_name
