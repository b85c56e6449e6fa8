-- SPDX-License-Identifier: MIT
-- bevel: what is not transparent stands out like a plate with sloping edges, lit from one side.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local soft = require "moonreel.soft"

---@class moonreel.BevelOptions
---@field width? number           of the slope, as a share of the shorter side (default 0.012)
---@field angle? number           where light comes from, degrees clockwise, 0 from the right (default 225: the upper left)
---@field strength? number        0 to 1 (default 0.7)
---@field light? moonreel.Color   (default white)
---@field shadow? moonreel.Color  (default black)

local shape = mr.kernel {
  name = "bevel: shape",
  body = function(k) return mr.pixel(k.image.alpha, k.image.alpha, k.image.alpha, 1) end,
}

local slope = mr.kernel {
  name = "bevel", inputs = { "image", "soft" }, extent = "image",
  params = { across = 0, down = 0, step = 1, strength = 0, light = "white", shadow = "black" },
  body = function(k)
    -- Blurred, an edge is a slope; how steep it is towards the light says how bright.
    local lit = k.soft:at(k.x - k.across * k.step, k.y - k.down * k.step).red
      - k.soft:at(k.x + k.across * k.step, k.y + k.down * k.step).red
    local share = (lit * 1.6):clamp(-1, 1) * k.strength
    local function toward(color, amount)
      return mr.pixel(color.red, color.green, color.blue, 1) * k.image.alpha, (amount * color.alpha):clamp()
    end
    local bright, up = toward(k.light, share:max(0))
    local dark, low = toward(k.shadow, (share * -1):max(0))
    return k.image:mix(bright, up):mix(dark, low)
  end,
}

return effect {
  name = "bevel",
  options = {
    width = { "number", default = 0.012, min = 0.001, max = 0.2 },
    angle = { "number", default = 225 },
    strength = { "number", default = 0.7, min = 0, max = 1 },
    light = { "color", default = "white" },
    shadow = { "color", default = "black" },
  },
  neutral = { strength = 0 },
  draw = function(image, params, context)
    if params.strength == 0 then return image end
    local width, angle = math.max(0.7, params.width * math.min(context.size[1], context.size[2])), math.rad(params.angle)
    local slopes = soft.drawn(shape(image), soft.factor(width * 0.45), function(small, scale)
      return small:blur(width * 0.45 * scale)
    end)
    return slope(image, slopes, {
      -- From the dark to the light: where alpha falls towards the light, the edge looks at it.
      across = math.cos(angle), down = math.sin(angle), step = width * 0.6, strength = params.strength,
      light = params.light, shadow = params.shadow,
    })
  end,
}
