-- SPDX-License-Identifier: MIT
-- stamp: it comes down from above, hits, and shakes.

local mr = require "moonreel"
local title = require "moonreel.title"

---@class moonreel.titles.StampOptions: moonreel.TitleOptions
---@field from? number  the factor it begins with (default 3)
---@field shake? number  how far it is thrown, in ems (default 0.08)

local hit = 0.45 -- the share at which it hits

return title {
  name = "stamp",
  length = 0.7, leave_length = 0.3,
  ease = "in_cubic",
  options = {
    from = { "number", default = 3, min = 1, max = 20 }, shake = { "number", default = 0.08, min = 0, max = 1 },
  },
  enter = function(stage, params)
    return function(share)
      if share < hit then
        local near = share / hit
        local factor = params.from + (1 - params.from) * params.ease(near)
        return stage:scaled(stage.letters, factor):opacity(near)
      end
      local after = (share - hit) / (1 - hit)
      local throw = params.shake * stage.em * (1 - after) ^ 2
      local image = stage:scaled(stage.letters, 1 - 0.05 * (1 - after) ^ 2 * math.cos(9 * after))
      return image:transform(mr.transform.translate(throw * math.sin(31 * after), throw * math.cos(23 * after)))
    end
  end,
  leave = function(stage) return function(share) return stage.letters:opacity(1 - share) end end,
}
