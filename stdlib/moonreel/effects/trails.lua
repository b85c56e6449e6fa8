-- SPDX-License-Identifier: MIT
-- trails: what moves leaves pictures of itself behind, fainter and fainter: ghosts, or trails of light.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.TrailsOptions
---@field count? integer  how many earlier pictures, 1 to 24 (default 6); each costs a frame
---@field delay? number   seconds between them (default 0.08)
---@field decay? number   how much fainter each is than the one after it, 0 to 1 (default 0.75)
---@field mode? "mix"|"lighten"|"darken"  the mean, or what was brightest, or darkest (default "mix")

-- The brighter of the picture and an earlier one, of which a share is left.
local lighten = mr.kernel {
  name = "trails: lighten", inputs = { "image", "earlier" }, params = { share = 1 },
  body = function(k)
    local function part(component) return k.image[component]:max(k.earlier[component] * k.share) end
    return mr.pixel(part "red", part "green", part "blue", part "alpha")
  end,
}

-- The darker one, where what is left of the earlier one is laid over white.
local darken = mr.kernel {
  name = "trails: darken", inputs = { "image", "earlier" }, params = { share = 1 }, extent = "image",
  body = function(k)
    local function part(component)
      return k.image[component]:min(k.image.alpha:mix(k.earlier[component], k.share * k.earlier.alpha))
    end
    return mr.pixel(part "red", part "green", part "blue", k.image.alpha)
  end,
}

return effect {
  name = "trails",
  options = {
    count = { "integer", default = 6, min = 1, max = 24 },
    delay = { "number", default = 0.08, min = 0, max = 10 },
    decay = { "number", default = 0.75, min = 0, max = 1 },
    mode = { "choice", among = { "mix", "lighten", "darken" }, default = "mix" },
  },
  neutral = { decay = 0 },
  draw = function(image, params, context)
    if not context.at or params.decay == 0 then return image end
    local result, total = image, 1
    for index = 1, params.count do
      local earlier, share = context:at(context.time - index * params.delay), params.decay ^ index
      if params.mode == "lighten" then
        result = lighten(result, earlier, { share = share })
      elseif params.mode == "darken" then
        result = darken(result, earlier, { share = share })
      else
        total = total + share
        result = result:dissolve(earlier, share / total)
      end
    end
    return result
  end,
}
