-- SPDX-License-Identifier: MIT
-- tracking_in: letters that stand far apart draw together.

local title = require "moonreel.title"

---@class moonreel.titles.TrackingInOptions: moonreel.TitleOptions
---@field tracking? number  between them at first, in ems (default 0.6)

return title {
  name = "tracking_in",
  length = 1.2, ease = "out_expo",
  options = { tracking = { "number", default = 0.6, min = -0.9, max = 5 } },
  enter = function(stage, params)
    local whole = { by = "character", order = "forward", each = 1, ease = params.ease }
    return stage:coming(whole, { tracking = params.tracking * stage.em, opacity = 0, blur = 0.06 * stage.em })
  end,
}
