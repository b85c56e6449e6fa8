-- SPDX-License-Identifier: MIT
-- typewriter: letters are written one by one, before a caret that blinks.

local mr = require "moonreel"
local title = require "moonreel.title"

---@class moonreel.titles.TypewriterOptions: moonreel.TitleOptions
---@field caret? boolean whether there is one (default true)
---@field color? moonreel.Color of the caret (default white)
---@field blink? number seconds that it stays when all is written (default 1)

-- To the right of a letter; to its left where the next one stands there.
local function caret(stage, units, count, color)
  local unit, following = units[math.max(count, 1)], units[count + 1]
  if not unit then return nil end
  local x = unit.x + unit.width + 0.04 * stage.em
  if following and following.line == unit.line and following.x < unit.x then x = unit.x - 0.1 * stage.em end
  return mr.shape {
    rect = { x, unit.baseline - 0.8 * stage.em, 0.06 * stage.em, 0.98 * stage.em }, fill = color,
  }
end

local function with_caret(picture, stage, units, count, params)
  local bar = params.caret and caret(stage, units, count, params.color)
  return bar and bar:over(picture) or picture
end

return title {
  name = "typewriter",
  length = function(stage) return math.max(0.4, 0.06 * #stage:units "character") end,
  leave_length = 0.4,
  options = {
    caret = { "boolean", default = true }, color = { "color", default = "white" },
    blink = { "number", default = 1, min = 0 },
  },
  enter = function(stage, params)
    local units = stage:units "character"
    local typed = stage:animated { { from = { opacity = 0 }, duration = 0, spread = 1 } }
    return function(share, time, context)
      local count = math.max(1, math.ceil(share * (#units - 1)))
      return with_caret(typed(share, time, context), stage, units, count, params)
    end
  end,
  leave = function(stage) return function(share) return stage.letters:opacity(1 - share) end end,
  settles = true,
  rest = function(stage, params)
    local units = stage:units "character"
    return function(passed)
      if passed >= params.blink or passed % 1 >= 0.5 then return nil end
      return with_caret(stage.letters, stage, units, #units, params)
    end
  end,
}
