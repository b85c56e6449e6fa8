-- SPDX-License-Identifier: MIT
-- underline_draw: the words rise while a line is drawn under them.

local title = require "moonreel.title"

---@class moonreel.titles.UnderlineDrawOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of the line (default "#ffb35e")
---@field thickness? number  of the line, in ems (default 0.08)
---@field gap? number  below the letters' feet, in ems (default 0.16)

local function bars(stage, lines, params, share)
  local thick = params.thickness * stage.em
  return stage:swept(lines, share, thick / 2, params.color, function(line)
    return line.x, line.baseline + params.gap * stage.em, line.width, thick
  end)
end

return title {
  name = "underline_draw",
  length = 0.9, leave_length = 0.4,
  options = {
    color = { "color", default = "#ffb35e" }, thickness = { "number", default = 0.08, min = 0, max = 1 },
    gap = { "number", default = 0.16, min = -2, max = 2 },
  },
  enter = function(stage, params)
    local lines = stage:units "line"
    local rising = stage:coming({ by = "word", order = "forward", each = 0.5, ease = params.ease },
      { y = 0.3 * stage.em, opacity = 0 })
    return function(share, time, context)
      return rising(share, time, context):over(bars(stage, lines, params, share))
    end
  end,
  leave = function(stage, params)
    local whole = stage.letters:over(bars(stage, stage:units "line", params, 1))
    return function(share) return whole:opacity(1 - share) end
  end,
  rest = function(stage, params)
    local whole = stage.letters:over(bars(stage, stage:units "line", params, 1))
    return function() return whole end
  end,
}
