-- SPDX-License-Identifier: MIT
-- long_shadow: what is not transparent throws a long flat shadow, as in flat design; for titles, shapes and logos.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.LongShadowOptions
---@field length? number         as a share of the shorter side (default 0.5)
---@field angle? number          where it falls, degrees clockwise, 0 to the right (default 45)
---@field color? moonreel.Color  (default "#00000080")
---@field fade? number           how much of it is lost at its end, 0 to 1 (default 0.6)

local start = mr.kernel {
  name = "long_shadow: start",
  body = function(k) return mr.pixel(k.image.alpha, k.image.alpha, k.image.alpha, 1) end,
}

-- A shadow and itself a step further on, fainter by what is lost on the way. Each time the step is twice as long, so
-- that nine of them reach five hundred pixels.
local further = mr.kernel {
  name = "long_shadow: further", inputs = { "shadow" }, params = { across = 0, down = 0, keep = 1 }, extent = "shadow",
  body = function(k)
    local light = k.shadow.red:max(k.shadow:at(k.x - k.across, k.y - k.down).red * k.keep)
    return mr.pixel(light, light, light, 1)
  end,
}

local laid = mr.kernel {
  name = "long_shadow", inputs = { "image", "shadow" }, extent = "image", params = { color = "black" },
  body = function(k) return k.image:over(k.color:premultiplied() * k.shadow.red:clamp()) end,
}

return effect {
  name = "long_shadow",
  options = {
    length = { "number", default = 0.5, min = 0, max = 2 },
    angle = { "number", default = 45 },
    color = { "color", default = "#00000080" },
    fade = { "number", default = 0.6, min = 0, max = 1 },
  },
  neutral = { length = 0 },
  draw = function(image, params, context)
    local length = params.length * math.min(context.size[1], context.size[2])
    if length < 1 then return image end
    local angle = math.rad(params.angle)
    local across, down = math.cos(angle), math.sin(angle)
    -- Of the first step; so many that the last one ends where the shadow does.
    local count = math.max(1, math.ceil(math.log(length, 2)))
    local step = length / (2 ^ count - 1)
    local shadow = start(image)
    for index = 0, count - 1 do
      local way = step * 2 ^ index
      shadow = further(shadow, {
        across = across * way, down = down * way, keep = (1 - params.fade * 0.999) ^ (way / length),
      })
    end
    return laid(image, shadow, { color = params.color })
  end,
}
