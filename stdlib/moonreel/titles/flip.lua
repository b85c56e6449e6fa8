-- SPDX-License-Identifier: MIT
-- flip: parts turn over onto their line, as on a departure board.

local title = require "moonreel.title"

---@class moonreel.titles.FlipOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")

return title {
  name = "flip",
  units = { by = "character", each = 0.45 },
  length = 1, ease = "out_back",
  enter = function(stage, params)
    return stage:coming(params, { scale = { 1, -0.6 }, y = -0.25 * stage.em, skew = 18, opacity = 0 })
  end,
}
