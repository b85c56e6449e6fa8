-- SPDX-License-Identifier: MIT
-- bulge: a round part of the picture swells, or is pinched.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.BulgeOptions
---@field amount? number   above 0 it swells, below 0 it is pinched, -1 to 1 (default 0.6)
---@field radius? number   as a share of the frame's shorter side (default 0.45)
---@field center? moonreel.Point  (default the middle)

local lens = mr.kernel {
  name = "bulge",
  params = { x0 = 0, y0 = 0, amount = 0, radius = 1 },
  extent = "image",
  body = function(k)
    local dx, dy = k.x - k.x0, k.y - k.y0
    local near = (1 - (dx * dx + dy * dy) / (k.radius * k.radius)):clamp()
    -- Smooth to its second derivative at the rim, so that no line has a corner there.
    local reach = 1 - k.amount * near * near
    return k.image:at(k.x0 + dx * reach, k.y0 + dy * reach)
  end,
}

return effect {
  name = "bulge",
  options = {
    amount = { "number", default = 0.6, min = -1, max = 1 },
    radius = { "number", default = 0.45, min = 0.01, max = 3 },
    center = { "point", default = { "50%", "50%" } },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local amount = params.amount > 0 and params.amount * 0.85 or params.amount
    return lens(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], amount = amount,
      radius = params.radius * math.min(context.size[1], context.size[2]),
    }):crop { 0, 0, context.size[1], context.size[2] }
  end,
}
