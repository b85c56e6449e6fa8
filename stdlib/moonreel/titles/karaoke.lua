-- SPDX-License-Identifier: MIT
-- karaoke: a second colour runs through the lines in time with the song.

local title = require "moonreel.title"

---@class moonreel.titles.KaraokeOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of what has been sung (default "#ffd23f")
---@field length? number  seconds until all has been (default: until it leaves, else 3)
---@field dim? number  opacity of what has not, 0 to 1 (default 0.55)

-- Lines take as much of the song as they are wide.
local function sung(stage, params)
  local lines, total, rtl = stage:units "line", 0, false
  for _, line in ipairs(lines) do total = total + line.width end
  local colored, plain = stage:written { fill = params.color }, stage.letters:opacity(params.dim)
  local first = stage:units "character"
  rtl = first[2] and first[2].line == first[1].line and first[2].x < first[1].x
  return function(share)
    local image, passed = plain, 0
    for _, line in ipairs(lines) do
      local there = math.min(math.max(share * total - passed, 0), line.width)
      passed = passed + line.width
      if there > 0 then
        local x = rtl and line.x + line.width - there or line.x
        image = colored:crop { x, line.y, there, line.height }:over(image)
      end
    end
    return image
  end
end

return title {
  name = "karaoke",
  length = 0.4, leave_length = 0.4,
  options = {
    color = { "color", default = "#ffd23f" }, length = { "number", min = 0.01 },
    dim = { "number", default = 0.55, min = 0, max = 1 },
  },
  enter = function(stage, params)
    local draw = sung(stage, params)
    return function(share) return draw(0):opacity(share) end
  end,
  leave = function(stage, params)
    local draw = sung(stage, params)
    return function(share) return draw(1):opacity(1 - share) end
  end,
  rest = function(stage, params)
    local draw = sung(stage, params)
    return function(passed, remaining)
      local length = params.length or (remaining and passed + remaining) or 3
      return draw(math.min(1, passed / length))
    end
  end,
}
