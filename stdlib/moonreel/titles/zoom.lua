-- SPDX-License-Identifier: MIT
-- zoom: the whole title grows, or shrinks, to its size out of a blur.

local title = require "moonreel.title"

---@class moonreel.titles.ZoomOptions: moonreel.TitleOptions
---@field from? number  the factor it begins with (default 0.5)
---@field blur? number  standard deviation at first, in ems (default 0.12)

return title {
  name = "zoom",
  ease = "out_expo",
  options = {
    from = { "number", default = 0.5, min = 0.01, max = 20 }, blur = { "number", default = 0.12, min = 0, max = 2 },
  },
  enter = function(stage, params)
    return function(share)
      local eased = params.ease(share)
      local image = stage:scaled(stage.letters, params.from + (1 - params.from) * eased)
      local sigma = params.blur * stage.em * (1 - eased)
      if sigma > 0.05 then image = image:blur(sigma) end
      return image:opacity(math.min(1, 2.5 * share))
    end
  end,
}
