-- SPDX-License-Identifier: MIT
-- split_tone: shadows take on one colour, lights another, and both stay as bright as they were.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local tones = require "moonreel.tones"

---@class moonreel.SplitToneOptions
---@field shadows? moonreel.Color  (default "#2a5a8a")
---@field lights? moonreel.Color   (default "#f0b060")
---@field balance? number          below 0 more is shadow, above 0 more is light, -1 to 1 (default 0)
---@field amount? number           0 to 1 (default 0.5)

local tone = mr.kernel {
  name = "split_tone",
  params = { shadows = "#2a5a8a", lights = "#f0b060", balance = 0, amount = 0 },
  body = function(k)
    local color = k.image:straight()
    local dark, _, bright = tones.ranges((color.luma + k.balance * 0.3):clamp())
    local function tint(toned) return toned - toned.luma end
    local added = tint(k.shadows) * (dark * k.amount) + tint(k.lights) * (bright * k.amount)
    -- Black and white themselves take no colour.
    local room = ((color.luma * 5):clamp() * ((1 - color.luma) * 5):clamp()) * 0.7
    return mr.pixel(color.red + added.red * room, color.green + added.green * room, color.blue + added.blue * room,
      color.alpha):premultiplied()
  end,
}

return effect {
  name = "split_tone",
  options = {
    shadows = { "color", default = "#2a5a8a" },
    lights = { "color", default = "#f0b060" },
    balance = { "number", default = 0, min = -1, max = 1 },
    amount = { "number", default = 0.5, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return tone(image, {
      shadows = params.shadows, lights = params.lights, balance = params.balance, amount = params.amount,
    })
  end,
}
