-- SPDX-License-Identifier: MIT
-- x_ray: a negative in cold blue that shines from within.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.XRayOptions
---@field color? moonreel.Color  of the light (default "#9fd8ff")
---@field glow? number           0 to 1 (default 0.5)
---@field contrast? number       (default 1.3)

local plate = mr.kernel {
  name = "x_ray",
  inputs = { "image", "soft" },
  params = { color = "#9fd8ff", glow = 0.5, contrast = 1.3 },
  extent = "image",
  body = function(k)
    local negative = 1 - k.image:straight().luma
    local around = 1 - k.soft:straight().luma
    local light = ((negative - 0.5) * k.contrast + 0.42):clamp()
    -- What differs from its surroundings stands out, as bones do.
    light = light * light * 0.75 + light * 0.25 + (negative - around) * 0.5
    light = (light + around * around * k.glow * 0.35):clamp(0, 1.2)
    local white = light:smoothstep(0.6, 1.1)
    local function lit(tint) return (tint * light):mix(light, white) end
    return mr.pixel(lit(k.color.red) * 0.92, lit(k.color.green) * 0.97, lit(k.color.blue) + 0.045, 1) * k.image.alpha
  end,
}

return effect {
  name = "x_ray",
  options = {
    color = { "color", default = "#9fd8ff" },
    glow = { "number", default = 0.5, min = 0, max = 1 },
    contrast = { "number", default = 1.3, min = 0, max = 4 },
  },
  draw = function(image, params, context)
    local soft = image:clamp_to_edges():blur(0.02 * math.min(context.size[1], context.size[2]))
    return plate(image, soft, { color = params.color, glow = params.glow, contrast = params.contrast })
  end,
}
