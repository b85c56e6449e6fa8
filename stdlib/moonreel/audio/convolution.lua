-- SPDX-License-Identifier: MIT
-- convolution: the sound of a real room, or of anything else that an impulse response was taken of.

local sound_effect = require "moonreel.sound_effect"

---@class moonreel.ConvolutionOptions
---@field impulse? string|moonreel.Asset  a file with the response, of which ten seconds count (default: a plain hall of noise)
---@field mix? moonreel.MovingNumber      how loud the room is, as a factor; its response is brought to a power of 1 (default 0.3)
---@field dry? moonreel.MovingNumber      how loud the sound itself is, as a factor (default 1)

return sound_effect {
  name = "convolution",
  options = {
    impulse = { "any" },
    mix = { "moving", default = 0.3, min = 0, max = 4 },
    dry = { "moving", default = 1, min = 0, max = 4 },
  },
  processor = "convolution",
}
