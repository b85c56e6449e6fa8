-- SPDX-License-Identifier: MIT
-- random_letters: letters light up in any order.

local title = require "moonreel.title"

---@class moonreel.titles.RandomLettersOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")

return title {
  name = "random_letters",
  units = { by = "character", order = "random", each = 0.25 },
  length = 1, ease = "in_out_sine",
  enter = function(stage, params) return stage:coming(params, { scale = 0.9, opacity = 0 }) end,
}
