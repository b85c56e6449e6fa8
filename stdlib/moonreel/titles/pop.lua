-- SPDX-License-Identifier: MIT
-- pop: parts swell beyond their size and spring back.

local title = require "moonreel.title"

---@class moonreel.titles.PopOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")
---@field from? number  the factor they begin with (default 0)

return title {
  name = "pop",
  units = { by = "character", each = 0.55 },
  ease = "out_back",
  options = { from = { "number", default = 0, min = 0, max = 10 } },
  enter = function(stage, params) return stage:coming(params, { scale = params.from, opacity = 0 }) end,
}
