-- SPDX-License-Identifier: MIT
-- mask_reveal: letters rise from behind the line they stand on.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local title = require "moonreel.title"

---@class moonreel.titles.MaskRevealOptions: moonreel.TitleOptions
---@field stagger? number  the share of the way in which they begin (default 0.5)

-- One line at a time: only its own letters are there.
local function line_half(stage, line, params)
  local each = 1 - params.stagger
  return stage:animated {
    { by = "line", state = function(_, index) return { opacity = index == line.index and 1 or 0 } end },
    { from = { y = line.height }, duration = each, spread = params.stagger, ease = params.ease },
  }
end

return title {
  name = "mask_reveal",
  length = 1, ease = "out_cubic",
  options = { stagger = { "number", default = 0.5, min = 0, max = 1 } },
  enter = function(stage, params)
    local lines, margin = stage:units "line", 2 * stage.em
    for index, line in ipairs(lines) do
      line.index = index
      line.half = line_half(stage, line, params)
    end
    return function(share, time, context)
      local image = mr.image.empty()
      for _, line in ipairs(lines) do
        -- what hangs over the line's lower edge comes at last
        local bottom = line.y + line.height + margin * curve.part(share, 0.85, 0.15)
        local top = line.y - margin
        image = line.half(share, time, context)
          :crop { -margin, top, stage.size[1] + 2 * margin, bottom - top }:over(image)
      end
      return image
    end
  end,
}
