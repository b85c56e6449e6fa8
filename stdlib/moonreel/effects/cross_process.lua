-- SPDX-License-Identifier: MIT
-- cross_process: slide film in the wrong bath: green shadows, yellow lights, hard contrast.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.CrossProcessOptions
---@field amount? number  0 to 1 (default 0.85)

-- The bath's curves as polynomials: what is multiplied with 1, x, x², … Each rises from end to end.
local red = { 0.001, 0.424, -0.427, 8.748, -13.548, 5.803 }
local green = { 0.01, 0.734, -0.397, 5.479, -8.473, 3.627 }
local blue = { 0.13, 0.554, 0.343, -0.197 }

local function along(curve, x)
  local sum = x * curve[#curve] + curve[#curve - 1]
  for i = #curve - 2, 1, -1 do sum = sum * x + curve[i] end
  return sum
end

local bath = mr.kernel {
  name = "cross_process", params = { amount = 1 },
  body = function(k)
    local p = pixels.opaque(k.image)
    local bathed = mr.pixel(along(red, p.red), along(green, p.green), along(blue, p.blue), 1)
    local gray = bathed.luma
    local function part(before, after)
      return before + (gray + (after - gray) * 1.15 - before) * k.amount
    end
    return mr.pixel(part(p.red, bathed.red), part(p.green, bathed.green), part(p.blue, bathed.blue), 1)
      * k.image.alpha
  end,
}

return effect {
  name = "cross_process",
  options = { amount = { "number", default = 0.85, min = 0, max = 1 } },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return bath(image, { amount = params.amount })
  end,
}
