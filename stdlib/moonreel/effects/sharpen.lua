-- SPDX-License-Identifier: MIT
-- sharpen: fine detail stands out, in light alone, so that colours get no fringes; noise and hard edges are spared.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.SharpenOptions
---@field amount? number     0 to 4 (default 1)
---@field radius? number     of the detail, as a share of the shorter side (default 0.0015)
---@field threshold? number  differences of less than this are noise, 0 to 0.2 (default 0.008)
---@field halo? number       how bright and dark the rims of edges may become, 0 to 1 (default 0.12)

local sharp = mr.kernel {
  name = "sharpen", inputs = { "image", "soft" }, extent = "image",
  params = { amount = 0, threshold = 0, halo = 1 },
  body = function(k)
    local detail = k.image.luma - k.soft.luma
    local size = detail:abs()
    local added = (detail * size:smoothstep(k.threshold * 0.5, k.threshold * 1.5 + 1e-4) * k.amount)
    -- Bent, not cut, where it comes near the limit.
    added = added / (1 + added:abs() / k.halo)
    return mr.pixel(k.image.red + added, k.image.green + added, k.image.blue + added, k.image.alpha)
  end,
}

return effect {
  name = "sharpen",
  options = {
    amount = { "number", default = 1, min = 0, max = 4 },
    radius = { "number", default = 0.0015, min = 0.0003, max = 0.02 },
    threshold = { "number", default = 0.008, min = 0, max = 0.2 },
    halo = { "number", default = 0.12, min = 0.005, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local sigma = math.max(0.4, params.radius * math.min(context.size[1], context.size[2]))
    return sharp(image, image:clamp_to_edges():blur(sigma), {
      amount = params.amount * 1.5, threshold = params.threshold, halo = params.halo,
    })
  end,
}
