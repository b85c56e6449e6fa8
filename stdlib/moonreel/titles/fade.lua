-- SPDX-License-Identifier: MIT
-- fade: all of it appears, or its parts one after the other.

local title = require "moonreel.title"

---@class moonreel.titles.FadeOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "line")

return title {
  name = "fade",
  units = { by = "line", each = 1 },
  ease = "in_out_sine",
  enter = function(stage, params) return stage:coming(params, { opacity = 0 }) end,
  leave = function(stage, params) return stage:going(params, { opacity = 0 }) end,
}
