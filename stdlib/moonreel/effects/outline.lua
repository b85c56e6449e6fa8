-- SPDX-License-Identifier: MIT
-- outline: a line around what is not transparent, as of a sticker.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.OutlineOptions
---@field width? number          of the line, as a share of the frame's shorter side (default 0.018)
---@field color? moonreel.Color  (default white)
---@field glow? number           light around the line, 0 to 1 (default 0)

-- Alpha blurred by a third of the width falls from 1 to 0 over about the width on either side of an edge.
local line = mr.kernel {
  name = "outline",
  inputs = { "image", "spread" },
  params = { color = "white", low = 0.02, high = 0.1 },
  body = function(k)
    local share = k.spread.alpha:smoothstep(k.low, k.high)
    return k.image:over(k.color:premultiplied() * share)
  end,
}

return effect {
  name = "outline",
  options = {
    width = { "number", default = 0.018, min = 0, max = 0.25 },
    color = { "color", default = "white" },
    glow = { "number", default = 0, min = 0, max = 1 },
  },
  neutral = { width = 0 },
  draw = function(image, params, context)
    if params.width == 0 then return image end
    local width = params.width * math.min(context.size[1], context.size[2])
    local spread = image:blur(width / 1.6)
    local lined = line(image, spread, { color = params.color })
    if params.glow == 0 then return lined end
    return lined:over(mr.color(params.color):matte(image:blur(width * 2.5)):opacity(params.glow))
  end,
}
