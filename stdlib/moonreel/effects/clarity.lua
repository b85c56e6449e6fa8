-- SPDX-License-Identifier: MIT
-- clarity: contrast between neighbours, in middle tones: a dull picture gets depth without halos; below 0 skin gets soft.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local guided = require "moonreel.guided"

---@class moonreel.ClarityOptions
---@field amount? number  -1 to 2 (default 0.7)
---@field radius? number  of what counts as neighbours, as a share of the shorter side (default 0.035)

local gray = mr.kernel {
  name = "clarity: light",
  body = function(k)
    local luma = k.image.luma
    return mr.pixel(luma, luma, luma, k.image.alpha)
  end,
}

local clear = mr.kernel {
  name = "clarity", inputs = { "image", "base" }, extent = "image", params = { amount = 0 },
  body = function(k)
    local luma, base = k.image.luma, k.base.red
    local middle = 1 - (base * 2 - 1):abs():clamp()
    local added = (luma - base) * (middle * 0.7 + 0.3) * k.amount
    added = added / (1 + added:abs() * 1.5)
    -- As light, not as gray: colours keep their strength.
    local gain = ((luma + added):max(0) + 0.02) / (luma:max(0) + 0.02)
    return mr.pixel(k.image.red * gain, k.image.green * gain, k.image.blue * gain, k.image.alpha)
  end,
}

return effect {
  name = "clarity",
  options = {
    amount = { "number", default = 0.7, min = -1, max = 2 },
    radius = { "number", default = 0.035, min = 0.003, max = 0.2 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local radius = params.radius * math.min(context.size[1], context.size[2])
    -- Below 0 only what is smaller than an edge is softened.
    local contrast = params.amount > 0 and 0.1 or 0.06
    local base = guided.smoothed(gray(image), context.size, radius, contrast)
    return clear(image, base, { amount = params.amount > 0 and params.amount * 1.4 or params.amount })
  end,
}
