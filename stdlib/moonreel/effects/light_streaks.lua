-- SPDX-License-Identifier: MIT
-- light_streaks: long lines of light through what is bright, as from an anamorphic lens.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"
local streaks = require "moonreel.streaks"

---@class moonreel.LightStreaksOptions
---@field threshold? number       luma from which pixels make streaks (default 0.86)
---@field length? number          as a share of the frame's longer side (default 0.5)
---@field angle? number           degrees clockwise, 0 to the right (default 0)
---@field intensity? number       (default 0.8)
---@field color? moonreel.Color   (default "#6aa8ff", the blue of such lenses)

local bright = mr.kernel {
  name = "light_streaks: what is bright",
  params = { threshold = 0.75 },
  body = function(k)
    local share = k.image:straight().luma:smoothstep(k.threshold - 0.05, k.threshold + 0.15)
    return mr.pixel(share, share, share, 1) * k.image.alpha
  end,
}

local streak = mr.kernel {
  name = "light_streaks",
  inputs = { "image", "streaks" },
  params = { intensity = 1, color = "#6aa8ff" },
  extent = "image",
  body = function(k)
    return pixels.lit(k.image, k.color, (k.streaks.red * 2.2 * k.intensity):clamp(0, 1.2))
  end,
}

return effect {
  name = "light_streaks",
  options = {
    threshold = { "number", default = 0.86, min = 0, max = 1 },
    length = { "number", default = 0.5, min = 0.01, max = 2 },
    angle = { "number", default = 0 },
    intensity = { "number", default = 0.8, min = 0, max = 5 },
    color = { "color", default = "#6aa8ff" },
  },
  neutral = { intensity = 0 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local length = params.length * math.max(width, height)
    local lights = soft.drawn(image, 2, function(small, scale)
      local light = bright(small, { threshold = params.threshold }):blur(height * 0.002 * scale)
      -- Twice one after the other, ends fade instead of breaking off.
      -- Twice one after the other, ends fade instead of breaking off.
      local function smear(part)
        local long, angle = length * part * scale, params.angle
        local x, y = streaks.scale(long, angle)
        local way = long * math.min(x, y)
        return light:transform(mr.transform.scale(x, y)):motion_blur(way, angle):motion_blur(way, angle)
          :crop { 0, 0, width * scale * x, height * scale * y }:clamp_to_edges()
          :transform(mr.transform.scale(1 / x, 1 / y), "bilinear")
      end
      return smear(0.6):dissolve(smear(0.15), 0.8 / 2.2)
    end)
    return streak(image, lights, { intensity = params.intensity, color = params.color })
  end,
}
