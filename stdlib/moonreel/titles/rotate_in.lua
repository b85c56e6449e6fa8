-- SPDX-License-Identifier: MIT
-- rotate_in: parts swing upright.

local title = require "moonreel.title"

---@class moonreel.titles.RotateInOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "word")
---@field angle? number  by which they are turned, in degrees (default -60)

return title {
  name = "rotate_in",
  units = { by = "word", each = 0.6 },
  length = 1, ease = "out_back",
  options = { angle = { "number", default = -60 } },
  enter = function(stage, params)
    return stage:coming(params, { rotation = params.angle, y = 0.6 * stage.em, opacity = 0 })
  end,
}
