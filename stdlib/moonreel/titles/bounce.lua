-- SPDX-License-Identifier: MIT
-- bounce: letters fall onto their line and bounce.

local title = require "moonreel.title"

---@class moonreel.titles.BounceOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")
---@field fall? number  from which they fall, in ems (default 1.6)

return title {
  name = "bounce",
  units = { by = "character", each = 0.6 },
  length = 1.2, ease = "out_bounce",
  options = { fall = { "number", default = 1.6, min = 0 } },
  enter = function(stage, params)
    return stage:coming(params, { y = -params.fall * stage.em, opacity = 0 })
  end,
  leave = function(stage, params) return stage:going(params, { y = 0.5 * stage.em, opacity = 0 }) end,
}
