-- SPDX-License-Identifier: MIT
-- vibrance: pale colours become stronger, strong ones hardly, and skin stays skin.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local tones = require "moonreel.tones"

---@class moonreel.VibranceOptions
---@field amount? number   below 0 colours become weaker, -1 to 1 (default 0.7)
---@field skin? number     how far the hues of skin are left alone, 0 to 1 (default 0.8)

-- Skin of every shade lies near this hue.
local across, down = tones.direction "#e08a50"

local stronger = mr.kernel {
  name = "vibrance", params = { amount = 0, skin = 0 },
  body = function(k)
    local color = k.image:straight()
    local most, least = color.red:max(color.green):max(color.blue), color.red:min(color.green):min(color.blue)
    local x, y = tones.place(color)
    local skin = tones.near(x, y, across, down, math.cos(math.rad(14)), math.cos(math.rad(40))) * k.skin
    local factor = 1 + k.amount * (1 - (most - least):clamp()) * (1 - skin)
    local luma = color.luma
    local function part(component) return luma + (component - luma) * factor end
    return mr.pixel(part(color.red), part(color.green), part(color.blue), color.alpha):premultiplied()
  end,
}

return effect {
  name = "vibrance",
  options = {
    amount = { "number", default = 0.7, min = -1, max = 1 },
    skin = { "number", default = 0.8, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return stronger(image, { amount = params.amount, skin = params.skin })
  end,
}
