-- SPDX-License-Identifier: MIT
-- limiter: nothing becomes louder than the ceiling, not even between the samples.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.LimiterOptions
---@field ceiling? moonreel.MovingNumber  decibels of true peak (default -1)
---@field gain? moonreel.MovingNumber     decibels by which all becomes louder before (default 0)
---@field release? moonreel.MovingNumber  seconds until it has become louder again (default 0.1)
---@field lookahead? number               seconds that it looks ahead (default 0.005)

-- What lies between two samples, at three quarters of the way: weights of a sinc under a window, twelve samples wide.
local half = 6
local function weight(distance)
  if distance == 0 then return 1 end
  local x = math.pi * distance
  return math.sin(x) / x * (0.5 + 0.5 * math.cos(x / half))
end

-- The greatest magnitude around each sample, `half` samples late.
local function peaks(k, sound)
  local taps = {}
  for index = 0, 2 * half - 1 do taps[index] = index == 0 and sound or k.delay(sound, index / k.rate, 0.01) end
  local found = taps[half]:abs()
  for _, share in ipairs { 0.25, 0.5, 0.75 } do
    local sum
    for index = 0, 2 * half - 1 do
      local part = taps[index] * weight(index - (half - share))
      sum = sum and sum + part or part
    end
    found = found:max(sum:abs())
  end
  return k.loudest(found)
end

return sound_effect {
  name = "limiter",
  options = {
    ceiling = { "moving", default = -1, min = -60, max = 0 },
    gain = { "moving", default = 0, min = -60, max = 60 },
    release = { "moving", default = 0.1, min = 0.001, max = 10 },
    lookahead = { "number", default = 0.005, min = 0.002, max = 0.1 },
  },
  latency = function(params) return params.lookahead end,
  body = function(k, params)
    local sound = k.sound * dsp.gain(k.gain)
    -- All of the way is as long as the effect is late: the peaks', and one window less a sample.
    local late = (k.rate * params.lookahead + 0.5):floor()
    local window = (late - (half - 1)) / k.rate
    local wanted = (dsp.gain(k.ceiling) / peaks(k, sound):max(1e-9)):min(1)
    local held = 1 - k.highest(1 - wanted, window)
    -- Quieter at once, louder slowly; the mean over the window makes a ramp of it that is there in time.
    local eased = 1 - k.follow(1 - held, k.rate * 0 + 1, dsp.smoothing(k, k.release))
    return k.delay(sound, late / k.rate, 0.2) * k.mean(eased, window)
  end,
}
