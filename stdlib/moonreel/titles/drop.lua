-- SPDX-License-Identifier: MIT
-- drop: letters fall in any order, each turned a little.

local title = require "moonreel.title"

---@class moonreel.titles.DropOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "character")
---@field fall? number  from which they fall, in ems (default 2)
---@field turn? number  by which they are turned, in degrees (default 40)

return title {
  name = "drop",
  units = { by = "character", order = "random", each = 0.5 },
  length = 1.1, ease = "out_cubic",
  options = { fall = { "number", default = 2, min = 0 }, turn = { "number", default = 40 } },
  enter = function(stage, params)
    return stage:coming(params, { y = -params.fall * stage.em, rotation = params.turn, opacity = 0 })
  end,
  leave = function(stage, params)
    return stage:going(params, { y = params.fall * stage.em, rotation = -params.turn, opacity = 0 })
  end,
}
