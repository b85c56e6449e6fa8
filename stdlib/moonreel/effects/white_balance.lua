-- SPDX-License-Identifier: MIT
-- white_balance: takes a cast of colour off: what should be gray becomes gray. Nobody has to say what: the picture's own
-- pale colours do.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local measure = require "moonreel.measure"
local pixels = require "moonreel.pixels"

---@class moonreel.WhiteBalanceOptions
---@field gray? moonreel.Color  what the picture shows where it should be gray (default: the mean of its paler pixels)
---@field amount? number        0 to 1 (default 1)

-- Pale pixels that are neither burnt out nor black, weighted by how pale they are.
local pale = mr.kernel {
  name = "white_balance: pale",
  body = function(k)
    local color = pixels.opaque(k.image)
    local most, least = color.red:max(color.green):max(color.blue), color.red:min(color.green):min(color.blue)
    local share = 1 - ((most - least) / most:max(0.02)):clamp()
    local weight = ((share * 0.7 + 0.3) * most:smoothstep(0.05, 0.3) * (1 - most:smoothstep(0.92, 0.99)) + 0.0005)
      * k.image.alpha
    return mr.pixel(color.red * weight, color.green * weight, color.blue * weight, weight)
  end,
}

local balance = mr.kernel {
  name = "white_balance", inputs = { "image", "cast" }, extent = "image", params = { amount = 1 },
  body = function(k)
    local cast = k.cast:straight()
    -- Casts of more than two stops are the picture's subject.
    local function part(component, own)
      local gain = (cast.luma / own:max(0.01)):clamp(0.5, 2)
      return component * (1 + (gain - 1) * k.amount)
    end
    return mr.pixel(part(k.image.red, cast.red), part(k.image.green, cast.green), part(k.image.blue, cast.blue),
      k.image.alpha)
  end,
}

return effect {
  name = "white_balance",
  options = {
    gray = { "color" },
    amount = { "number", default = 1, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local cast = params.gray and mr.color(params.gray) or measure.mean(image, context.size, pale)
    return balance(image, cast, { amount = params.amount })
  end,
}
