-- SPDX-License-Identifier: MIT
-- slide_up: parts rise into their places, and leave upwards.

local title = require "moonreel.title"

---@class moonreel.titles.SlideUpOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "word")
---@field distance? number  in ems (default 0.7)

return title {
  name = "slide_up",
  units = { by = "word", each = 0.6 },
  options = { distance = { "number", default = 0.7, min = 0 } },
  enter = function(stage, params)
    return stage:coming(params, { y = params.distance * stage.em, opacity = 0 })
  end,
  leave = function(stage, params)
    return stage:going(params, { y = -params.distance * stage.em, opacity = 0 })
  end,
}
