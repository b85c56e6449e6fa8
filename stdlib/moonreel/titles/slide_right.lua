-- SPDX-License-Identifier: MIT
-- slide_right: parts move in from the left, and leave to the right.

local title = require "moonreel.title"

---@class moonreel.titles.SlideRightOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "line")
---@field distance? number  in ems (default 2)

return title {
  name = "slide_right",
  units = { by = "line", each = 0.6 },
  options = { distance = { "number", default = 2, min = 0 } },
  enter = function(stage, params)
    return stage:coming(params, { x = -params.distance * stage.em, opacity = 0 })
  end,
  leave = function(stage, params)
    return stage:going(params, { x = params.distance * stage.em, opacity = 0 })
  end,
}
