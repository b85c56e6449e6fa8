-- SPDX-License-Identifier: MIT
-- god_rays: beams of light that fall through the picture from what is bright around a point.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"
local soft = require "moonreel.soft"

---@class moonreel.GodRaysOptions
---@field center? moonreel.Point  where the light stands (default { "70%", "30%" })
---@field threshold? number       luma from which pixels throw beams (default 0.6)
---@field length? number          of the beams, as a share of the way from the light, 0.05 to 1 (default 0.8)
---@field intensity? number       (default 1)
---@field color? moonreel.Color   (default "#ffe8b8")

local bright = mr.kernel {
  name = "god_rays: what is bright", params = { threshold = 0.6, x0 = 0, y0 = 0, reach = 1 },
  body = function(k)
    local light = k.image:straight().luma:smoothstep(k.threshold - 0.08, k.threshold + 0.25)
    -- What is far from the light throws less.
    light = light * (1 - pixels.length(k.x - k.x0, k.y - k.y0) / k.reach):clamp() * k.image.alpha
    return mr.pixel(light, light, light, 1)
  end,
}

local lit = mr.kernel {
  name = "god_rays", inputs = { "image", "rays" }, extent = "image", params = { intensity = 1, color = "#ffe8b8" },
  body = function(k) return pixels.lit(k.image, k.color, (k.rays.red * k.intensity * 1.5):clamp(0, 1.2)) end,
}

return effect {
  name = "god_rays",
  options = {
    center = { "point", default = { "70%", "30%" } },
    threshold = { "number", default = 0.6, min = 0, max = 1 },
    length = { "number", default = 0.8, min = 0.05, max = 1 },
    intensity = { "number", default = 1, min = 0, max = 4 },
    color = { "color", default = "#ffe8b8" },
  },
  neutral = { intensity = 0 },
  draw = function(image, params, context)
    if params.intensity == 0 then return image end
    local size = context.size
    local factor = soft.factor(math.min(size[1], size[2]) * 0.02)
    local inside = { 0, 0, math.ceil(size[1] / factor), math.ceil(size[2] / factor) }
    local center = { params.center[1] / factor, params.center[2] / factor }
    local small = image:clamp_to_edges():transform(mr.transform.scale(1 / factor), "bilinear")
    local light = bright(small, {
      threshold = params.threshold, x0 = center[1], y0 = center[2], reach = 0.8 * math.max(inside[3], inside[4]),
    }):crop(inside)
    -- Several lengths: beams fade as they go.
    local beams = light:zoom_blur { center = center, amount = params.length * 1.8 }
      :dissolve(light:zoom_blur { center = center, amount = params.length * 0.7 }, 0.35)
    return lit(image, soft.enlarged(beams, size, factor), { intensity = params.intensity, color = params.color })
  end,
}
