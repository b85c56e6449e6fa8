-- SPDX-License-Identifier: MIT
-- film_stock: what film does to light, as numbers that can be turned: toe and shoulder of its curve, dyes that darken as
-- they get stronger, red light that spreads behind what is bright, and grain.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.FilmStockOptions
---@field stock? "soft_negative"|"fast_negative"|"vivid_reversal"|"warm_print"|"cool_print"|"silver"  what the options below begin with (default "warm_print")
---@field toe? number        how shadows sink, 0 to 1 (default: the stock's, as all below)
---@field shoulder? number   how lights are held back, 0 to 1
---@field fade? number       how pale black is, 0 to 1
---@field color? number      how strong colours are; 0 is silver
---@field density? number    how much darker strong colours become, 0 to 1
---@field warmth? number     of the lights, -1 to 1
---@field cast? number       of the shadows: below 0 blue, above 0 green, -1 to 1
---@field halation? number   0 to 1
---@field grain? number      0 to 1
---@field fps? number        new grain so often a second (default 24)

local stocks = {
  soft_negative = { toe = 0.25, shoulder = 0.75, fade = 0.3, color = 0.95, density = 0.25, warmth = 0.15, cast = 0.1,
    halation = 0.35, grain = 0.2 },
  fast_negative = { toe = 0.35, shoulder = 0.6, fade = 0.45, color = 0.9, density = 0.3, warmth = 0.1, cast = 0.35,
    halation = 0.55, grain = 0.6 },
  vivid_reversal = { toe = 0.75, shoulder = 0.55, fade = 0, color = 1.35, density = 0.6, warmth = 0.05, cast = -0.15,
    halation = 0.15, grain = 0.1 },
  warm_print = { toe = 0.6, shoulder = 0.7, fade = 0.15, color = 1.1, density = 0.5, warmth = 0.4, cast = -0.25,
    halation = 0.4, grain = 0.25 },
  cool_print = { toe = 0.65, shoulder = 0.65, fade = 0.15, color = 0.95, density = 0.45, warmth = -0.3, cast = 0.25,
    halation = 0.3, grain = 0.25 },
  silver = { toe = 0.55, shoulder = 0.6, fade = 0.1, color = 0, density = 0, warmth = 0.05, cast = 0, halation = 0.3,
    grain = 0.45 },
}

local dyes = mr.kernel {
  name = "film_stock", params = { color = 1, density = 0, warmth = 0, cast = 0 },
  body = function(k)
    local color = k.image:straight()
    local most, least = color.red:max(color.green):max(color.blue), color.red:min(color.green):min(color.blue)
    -- Dyes take light away: a strong colour is a dark one.
    local dark = 1 - k.density * 0.35 * (most - least):clamp()
    local luma = color.luma
    local function dyed(component) return (luma + (component - luma) * k.color) * dark end
    local light, shade = luma:clamp(), (1 - luma):clamp()
    shade = shade * shade * light * 4
    local cool, green = (k.cast * -1):max(0) * shade, k.cast:max(0) * shade
    return mr.pixel(dyed(color.red) * (1 + k.warmth * 0.08 * light) - cool * 0.05 - green * 0.04,
      dyed(color.green) * (1 + k.warmth * 0.015 * light) + green * 0.035 - cool * 0.005,
      dyed(color.blue) * (1 - k.warmth * 0.12 * light) + cool * 0.07 - green * 0.01, color.alpha):premultiplied()
  end,
}

local bright = mr.kernel {
  name = "film_stock: what halates",
  body = function(k)
    local light = k.image:straight().luma:smoothstep(0.72, 1)
    return mr.pixel(light, light, light, 1) * k.image.alpha
  end,
}

local halated = mr.kernel {
  name = "film_stock: halation", inputs = { "image", "halo" }, extent = "image", params = { amount = 0 },
  body = function(k)
    -- It is seen around lights, not on them.
    local light = (k.halo.red - k.image.luma:smoothstep(0.72, 1) * 0.6):max(0) * k.amount
    return pixels.lit(k.image, mr.pixel(1, 0.28, 0.08, 1), light)
  end,
}

-- The curve: its slope is less than one at both ends, by toe and shoulder, and more between.
local function curve_of(toe, shoulder, fade)
  local points = {}
  for index = 0, 16 do
    local x = index / 16
    local y = x - toe * x * (1 - x) ^ 4 + shoulder * x ^ 4 * (1 - x)
    points[#points + 1] = { x, fade * 0.12 + (0.985 - fade * 0.12) * y }
  end
  return points
end

local function amount(max, min) return { "number", min = min or 0, max = max } end

return effect {
  name = "film_stock",
  options = {
    stock = { "choice", default = "warm_print",
      among = { "soft_negative", "fast_negative", "vivid_reversal", "warm_print", "cool_print", "silver" } },
    toe = amount(1), shoulder = amount(1), fade = amount(1), color = amount(2), density = amount(1),
    warmth = amount(1, -1), cast = amount(1, -1), halation = amount(1), grain = amount(1),
    fps = { "number", default = 24, min = 0.1, max = 240 },
  },
  draw = function(image, params, context)
    local height, stock = math.min(context.size[1], context.size[2]), stocks[params.stock]
    local function value(name) return params[name] or stock[name] end
    local lit = image
    if value "halation" > 0 then
      local radius = height * 0.012
      local halo = soft.drawn(image, soft.factor(radius), function(small, scale)
        return bright(small):clamp_to_edges():blur(radius * scale)
      end)
      lit = halated(image, halo, { amount = value "halation" * 0.9 })
    end
    local print = dyes(lit, {
      color = value "color", density = value "density", warmth = value "warmth", cast = value "cast",
    }):curves { master = curve_of(value "toe", value "shoulder", value "fade") }
    return print:grain {
      amount = value "grain" * 0.12, size = math.max(1, 1.5 * height / 1000), luma_response = 0.7,
      seed = context.seed, frame = effect.tick(context, params.fps),
    }
  end,
}
