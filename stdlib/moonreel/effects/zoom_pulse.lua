-- SPDX-License-Identifier: MIT
-- zoom_pulse: the picture jumps towards the viewer at every beat and falls back.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local streaks = require "moonreel.streaks"

---@class moonreel.ZoomPulseOptions
---@field bpm? number     beats a minute (default 120)
---@field amount? number  how much larger it becomes (default 0.12)
---@field blur? number    lines towards the middle while it is large, 0 to 1 (default 0.5)
---@field decay? number   how fast it falls back; larger is faster (default 5)
---@field start? number   seconds to the first beat (default 0)

return effect {
  name = "zoom_pulse",
  options = {
    bpm = { "number", default = 120, min = 1, max = 1000 },
    amount = { "number", default = 0.12, min = 0, max = 2 },
    blur = { "number", default = 0.5, min = 0, max = 1 },
    decay = { "number", default = 5, min = 0.1, max = 50 },
    start = { "number", default = 0 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local beats = (context.time - params.start) * params.bpm / 60
    if beats < -1e-6 or params.amount == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local phase = (beats + 1e-6) % 1
    -- A tenth of the beat upwards, so that it does not jerk.
    local pulse = math.min(1, phase / 0.08) * math.exp(-params.decay * math.max(0, phase - 0.08))
    local middle = { width / 2, height / 2 }
    local zoomed = image:transform(mr.transform.scale(1 + params.amount * pulse, nil, middle))
      :crop { 0, 0, width, height }
    local lines = params.blur * params.amount * pulse
    if lines < 1e-3 then return zoomed end
    return streaks.round(zoomed, context.size, middle, lines, function(picture, around, taps)
      return picture:zoom_blur { amount = lines, center = around, taps = taps }
    end)
  end,
}
