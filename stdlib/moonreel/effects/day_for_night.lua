-- SPDX-License-Identifier: MIT
-- day_for_night: a scene shot by day becomes moonlight: dark, blue, with pale lights.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.DayForNightOptions
---@field darkness? number        0 to 1 (default 0.7)
---@field moon? moonreel.Color    the colour of its light (default "#8fb4ff")
---@field sky? number             how much bright parts above are darkened, 0 to 1 (default 0.6)

local night = mr.kernel {
  name = "day_for_night",
  params = { darkness = 0.7, moon = "#8fb4ff", sky = 0.6, height = 1 },
  body = function(k)
    local p = k.image:straight()
    -- Eyes in the dark see little colour, and red least of all.
    local seen = p.red * 0.12 + p.green * 0.68 + p.blue * 0.2
    local light = seen:clamp()
    local above = (1 - k.y / k.height * 1.25):clamp() * light:smoothstep(0.35, 0.8) * k.sky
    local curve = light:mix(light * light * (light * 0.35 + 0.42), k.darkness) * (1 - above * 0.75 * k.darkness)
    local gain = curve / light:max(0.02)
    local function part(component, tint)
      local muted = seen:mix(component, 0.3)
      local dark = muted * gain * (tint * 0.9)
      return component:mix(dark + 0.012 * tint, k.darkness:smoothstep(0, 0.3))
    end
    return mr.pixel(part(p.red, k.moon.red), part(p.green, k.moon.green), part(p.blue, k.moon.blue), p.alpha)
      :premultiplied()
  end,
}

return effect {
  name = "day_for_night",
  options = {
    darkness = { "number", default = 0.7, min = 0, max = 1 },
    moon = { "color", default = "#8fb4ff" },
    sky = { "number", default = 0.6, min = 0, max = 1 },
  },
  neutral = { darkness = 0 },
  draw = function(image, params, context)
    if params.darkness == 0 then return image end
    return night(image, {
      darkness = params.darkness, moon = params.moon, sky = params.sky, height = context.size[2],
    })
  end,
}
