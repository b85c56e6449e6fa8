-- SPDX-License-Identifier: MIT
-- tremolo: louder and quieter in a wave; or from side to side.

local dsp = require "moonreel.dsp"
local sound_effect = require "moonreel.sound_effect"

---@class moonreel.TremoloOptions
---@field speed? moonreel.MovingNumber  rounds a second (default 5)
---@field depth? moonreel.MovingNumber  how much quieter, 0 to 1 (default 0.5)
---@field sides? boolean                whether left is loud while right is quiet (default false)

return sound_effect {
  name = "tremolo",
  options = {
    speed = { "moving", default = 5, min = 0.01, max = 100 },
    depth = { "moving", default = 0.5, min = 0, max = 1 },
    sides = { "boolean", default = false },
  },
  body = function(k, params)
    local wave = dsp.wave(k, k.speed, params.sides and (k.channel - 1) * 0.5 or nil)
    return k.sound * (1 - k.depth * (wave * 0.5 + 0.5))
  end,
}
