-- SPDX-License-Identifier: MIT
-- hum_removal: the mains and what swings with them are taken out.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.HumRemovalOptions
---@field frequency? moonreel.MovingNumber  hertz of the mains (default 50)
---@field harmonics? integer                how many multiples of it, too (default 5)
---@field q? moonreel.MovingNumber          how narrow (default 30)

return sound_effect {
  name = "hum_removal",
  options = {
    frequency = { "moving", default = 50, min = 20, max = 400 },
    harmonics = { "integer", default = 5, min = 0, max = 20 },
    q = { "moving", default = 30, min = 1, max = 200 },
  },
  body = function(k, params)
    local sound = k.sound
    for multiple = 1, params.harmonics + 1 do
      sound = dsp.notch(k, sound, k.frequency * multiple, k.q * multiple)
    end
    return sound
  end,
}
