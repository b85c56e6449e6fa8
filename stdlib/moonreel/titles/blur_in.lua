-- SPDX-License-Identifier: MIT
-- blur_in: parts come into focus.

local title = require "moonreel.title"

---@class moonreel.titles.BlurInOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")
---@field blur? number  standard deviation in ems (default 0.25); 2 takes five times as long

return title {
  name = "blur_in",
  units = { by = "character", order = "random", each = 0.6 },
  length = 1.1, ease = "out_quad",
  options = { blur = { "number", default = 0.25, min = 0, max = 2 } },
  enter = function(stage, params)
    return stage:coming(params, { blur = math.min(200, params.blur * stage.em), scale = 1.15, opacity = 0 })
  end,
}
