-- SPDX-License-Identifier: MIT
-- color_cycle: the colours of the rainbow run through the letters.

local title = require "moonreel.title"

---@class moonreel.titles.ColorCycleOptions: moonreel.TitleOptions
---@field speed? number  turns of the wheel a second (default 0.25)
---@field spread? number  turns from the first letter to the last (default 0.6)
---@field saturation? number  0 to 1 (default 0.75)

-- A colour of the wheel, at a lightness at which all are well seen.
local function hue(turn, saturation)
  local function part(offset)
    local ramp = math.abs((turn + offset) % 1 * 6 - 3) - 1
    return 1 + saturation * (math.min(1, math.max(0, ramp)) - 1)
  end
  return { part(0), part(2 / 3), part(1 / 3), 1 }
end

local function colored(stage, params)
  return function(time, context)
    local function state(_, index, count)
      return { color = hue(params.spread * index / count - params.speed * time, params.saturation) }
    end
    return stage:animated { { state = state } }(0, time, context)
  end
end

return title {
  name = "color_cycle",
  length = 0.6, ease = "in_out_sine",
  options = {
    speed = { "number", default = 0.25 }, spread = { "number", default = 0.6 },
    saturation = { "number", default = 0.75, min = 0, max = 1 },
  },
  enter = function(stage, params)
    local draw = colored(stage, params)
    return function(share, time, context) return draw(time, context):opacity(params.ease(share)) end
  end,
  rest = function(stage, params)
    local draw = colored(stage, params)
    return function(_, _, time, context) return draw(time, context) end
  end,
}
