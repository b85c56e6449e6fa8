-- SPDX-License-Identifier: MIT
-- wave: letters rise and fall in a wave that runs through them.

local title = require "moonreel.title"

---@class moonreel.titles.WaveOptions: moonreel.TitleOptions
---@field amplitude? number  of the wave, in ems (default 0.12)
---@field period? number  seconds of a wave (default 1.6)
---@field letters? number  from crest to crest (default 9)

local function wave(stage, params)
  return function(amount, time, context)
    local function state(_, index)
      local turn = time / params.period - index / params.letters
      return {
        y = -params.amplitude * stage.em * math.sin(2 * math.pi * turn) * amount,
        rotation = 4 * math.cos(2 * math.pi * turn) * amount,
      }
    end
    return stage:animated { { state = state } }(0, time, context)
  end
end

return title {
  name = "wave",
  ease = "in_out_sine",
  options = {
    amplitude = { "number", default = 0.12, min = 0, max = 5 }, period = { "number", default = 1.6, min = 0.1 },
    letters = { "number", default = 9, min = 1 },
  },
  enter = function(stage, params)
    local waving = wave(stage, params)
    return function(share, time, context)
      return waving(1, time, context):opacity(params.ease(share))
    end
  end,
  rest = function(stage, params)
    local waving = wave(stage, params)
    return function(_, _, time, context) return waving(1, time, context) end
  end,
}
