-- SPDX-License-Identifier: MIT
-- denoise: noise goes, edges stay: what is flat is smoothed, and what stands still is averaged with the frames around it.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local guided = require "moonreel.guided"

---@class moonreel.DenoiseOptions
---@field amount? number    how strong noise is that goes, 0 to 1 (default 0.5)
---@field radius? number    over which flat places are smoothed, as a share of the shorter side (default 0.004)
---@field frames? integer   before and after that help where nothing moves, 0 to 4 (default 1); each costs a frame

-- The mean with another time's frame, where both show the same.
local still = mr.kernel {
  name = "denoise: still", inputs = { "image", "soft", "other", "other_soft" }, extent = "image",
  params = { share = 0.5, low = 0.02, high = 0.06 },
  body = function(k)
    local function change(component) return (k.soft[component] - k.other_soft[component]):abs() end
    local moved = change "red":max(change "green"):max(change "blue")
    local mixed = k.image:mix(k.other, (1 - moved:smoothstep(k.low, k.high)) * k.share)
    return mr.pixel(mixed.red, mixed.green, mixed.blue, k.image.alpha)
  end,
}

-- The means of a few pixels, in which a change is told from noise.
local function softened(image, sigma)
  return image:clamp_to_edges():transform(mr.transform.scale(0.5), "bilinear"):blur(sigma / 2)
    :transform(mr.transform.scale(2), "bilinear")
end

return effect {
  name = "denoise",
  options = {
    amount = { "number", default = 0.5, min = 0, max = 1 },
    radius = { "number", default = 0.004, min = 0.001, max = 0.02 },
    frames = { "integer", default = 1, min = 0, max = 4 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local size, unit = context.size, math.min(context.size[1], context.size[2])
    local result, count = image, 1
    local sigma, low = math.max(1, unit * 0.003), 0.01 + 0.03 * params.amount
    local now = softened(image, sigma)
    for index = 1, context.at and params.frames or 0 do
      for _, way in ipairs { -1, 1 } do
        local other = context:at(context.time + way * index * context.frame_duration)
        count = count + 1
        result = still(result, now, other, softened(other, sigma), { share = 1 / count, low = low, high = low * 2.5 })
      end
    end
    return guided.smoothed(result, size, math.max(1, params.radius * unit), 0.12 * params.amount, image)
  end,
}
