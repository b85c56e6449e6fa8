-- SPDX-License-Identifier: MIT
-- inner_shadow: what is not transparent looks cut out of the ground: its upper edge throws a shadow into it.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local soft = require "moonreel.soft"

---@class moonreel.InnerShadowOptions
---@field distance? number       as a share of the shorter side (default 0.015)
---@field angle? number          where it falls, degrees clockwise, 0 to the right (default 60)
---@field blur? number           how soft, as a share of the shorter side (default 0.012)
---@field color? moonreel.Color  a pale one makes an inner glow (default black)
---@field opacity? number        0 to 1 (default 0.65)

local shape = mr.kernel {
  name = "inner_shadow: shape",
  body = function(k) return mr.pixel(k.image.alpha, k.image.alpha, k.image.alpha, 1) end,
}

local shade = mr.kernel {
  name = "inner_shadow", inputs = { "image", "soft" }, extent = "image", params = { color = "black", opacity = 0 },
  body = function(k)
    local share = (1 - k.soft.red):clamp() * k.opacity * k.color.alpha
    local color = mr.pixel(k.color.red, k.color.green, k.color.blue, 1)
    return k.image:mix(color * k.image.alpha, share)
  end,
}

return effect {
  name = "inner_shadow",
  options = {
    distance = { "number", default = 0.015, min = 0, max = 0.5 },
    angle = { "number", default = 60 },
    blur = { "number", default = 0.012, min = 0, max = 0.3 },
    color = { "color", default = "black" },
    opacity = { "number", default = 0.65, min = 0, max = 1 },
  },
  neutral = { opacity = 0 },
  draw = function(image, params, context)
    if params.opacity == 0 then return image end
    local unit, angle = math.min(context.size[1], context.size[2]), math.rad(params.angle)
    local distance = params.distance * unit
    local blur = math.max(0.05, params.blur * unit)
    local around = soft.drawn(shape(image), soft.factor(blur), function(small, scale) return small:blur(blur * scale) end)
      :transform(mr.transform.translate(distance * math.cos(angle), distance * math.sin(angle)))
    return shade(image, around, { color = params.color, opacity = params.opacity })
  end,
}
