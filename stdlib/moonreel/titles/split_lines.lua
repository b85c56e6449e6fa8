-- SPDX-License-Identifier: MIT
-- split_lines: parts come from the left and from the right in turn.

local title = require "moonreel.title"

---@class moonreel.titles.SplitLinesOptions: moonreel.TitleOptions
---@field by? "character"|"word"|"line" (default "line")
---@field distance? number  in ems (default 3)

-- Every second part from the other side.
local function apart(stage, params)
  return function(share, time, context)
    local rest = 1 - params.ease(share)
    local function state(_, index)
      local side = index % 2 == 1 and -1 or 1
      return { x = side * rest * params.distance * stage.em, opacity = math.min(1, 1.6 * share) }
    end
    return stage:animated { { by = params.by, state = state } }(share, time, context)
  end
end

return title {
  name = "split_lines",
  ease = "out_quart",
  options = {
    by = { "choice", among = { "character", "word", "line" }, default = "line" },
    distance = { "number", default = 3, min = 0 },
  },
  enter = apart,
}
