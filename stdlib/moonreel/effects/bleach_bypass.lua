-- SPDX-License-Identifier: MIT
-- bleach_bypass: silver left in the film: pale colours under a hard black-and-white picture.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.BleachBypassOptions
---@field amount? number    0 to 1 (default 0.8)
---@field contrast? number  of the silver (default 1.15)

-- The silver lies over the pale colours as `overlay` does: it multiplies in the dark and screens in the light.
local bleach = mr.kernel {
  name = "bleach_bypass", params = { amount = 1, contrast = 1, keep = 1 },
  body = function(k)
    local p = pixels.opaque(k.image)
    local gray = p.luma
    local silver = (gray - 0.5) * k.contrast + 0.5
    local double, rest = silver * 2, 2 - silver * 2
    local function part(component)
      local pale = gray + (component - gray) * k.keep
      local laid = pale:at_least(0.5, 1 - (1 - pale) * rest, pale * double)
      return pale + (laid - pale) * k.amount
    end
    return mr.pixel(part(p.red), part(p.green), part(p.blue), 1) * k.image.alpha
  end,
}

return effect {
  name = "bleach_bypass",
  options = {
    amount = { "number", default = 0.8, min = 0, max = 1 },
    contrast = { "number", default = 1.15, min = 0, max = 3 },
  },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return bleach(image, { amount = params.amount, contrast = params.contrast, keep = 1 - 0.3 * params.amount })
  end,
}
