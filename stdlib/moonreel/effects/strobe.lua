-- SPDX-License-Identifier: MIT
-- strobe: flashes at a beat, each fading to the picture.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.StrobeOptions
---@field rate? number           flashes a second (default 4; above 3 can harm viewers: warn them)
---@field fade? number           the share of the beat until the flash has gone (default 0.6)
---@field strength? number       0 to 1 (default 0.85)
---@field color? moonreel.Color  (default white)
---@field start? number          seconds to the first flash (default 0)

return effect {
  name = "strobe",
  options = {
    rate = { "number", default = 4, min = 0, max = 60 },
    fade = { "number", default = 0.6, min = 0.001, max = 1 },
    strength = { "number", default = 0.85, min = 0, max = 1 },
    color = { "color", default = "white" },
    start = { "number", default = 0 },
  },
  neutral = { strength = 0 },
  draw = function(image, params, context)
    local beats = (context.time - params.start) * params.rate
    if beats < -1e-6 or params.rate == 0 then return image end
    local left = math.max(0, 1 - ((beats + 1e-6) % 1) / params.fade)
    local amount = left * left * params.strength
    if amount == 0 then return image end
    return image:dissolve(mr.color(params.color):matte(image), amount)
  end,
}
