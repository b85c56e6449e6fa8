-- SPDX-License-Identifier: MIT
-- highlight: a marker sweeps over the lines, the words stand on its colour.

local curve = require "moonreel.curve"
local title = require "moonreel.title"

---@class moonreel.titles.HighlightOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of the marker (default "#e4572e")
---@field padding? number  beside the words, in ems (default 0.15)
---@field radius? number  of its corners, in ems (default 0.08)

local function markers(stage, lines, params, share)
  local pad = params.padding * stage.em
  return stage:swept(lines, share, params.radius * stage.em, params.color, function(line)
    return line.x - pad, line.y, line.width + 2 * pad, line.height
  end)
end

return title {
  name = "highlight",
  length = 0.9, leave_length = 0.4,
  options = {
    color = { "color", default = "#e4572e" }, padding = { "number", default = 0.15, min = 0, max = 5 },
    radius = { "number", default = 0.08, min = 0, max = 5 },
  },
  enter = function(stage, params)
    local lines = stage:units "line"
    return function(share)
      return stage.letters:opacity(curve.part(share, 0, 0.5)):over(markers(stage, lines, params, share))
    end
  end,
  leave = function(stage, params)
    local whole = stage.letters:over(markers(stage, stage:units "line", params, 1))
    return function(share) return whole:opacity(1 - share) end
  end,
  rest = function(stage, params)
    local whole = stage.letters:over(markers(stage, stage:units "line", params, 1))
    return function() return whole end
  end,
}
