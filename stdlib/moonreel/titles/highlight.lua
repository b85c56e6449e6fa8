-- SPDX-License-Identifier: MIT
-- highlight: a marker sweeps over the lines, the words stand on its colour.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local title = require "moonreel.title"

---@class moonreel.titles.HighlightOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of the marker (default "#e4572e")
---@field padding? number  beside the words, in ems (default 0.15)
---@field radius? number  of its corners, in ems (default 0.08)

-- The markers of all lines as far as the pen has come; lines one after the other.
local function markers(stage, lines, params, share)
  local image, pad = mr.image.empty(), params.padding * stage.em
  for index, line in ipairs(lines) do
    local there = curve.part(share * #lines, index - 1, 1)
    if there > 0 then
      image = mr.shape {
        rect = { line.x - pad, line.y, (line.width + 2 * pad) * there, line.height },
        radius = math.min(params.radius * stage.em, (line.width + 2 * pad) * there / 2), fill = params.color,
      }:over(image)
    end
  end
  return image
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
