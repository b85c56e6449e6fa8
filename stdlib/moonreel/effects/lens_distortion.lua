-- SPDX-License-Identifier: MIT
-- lens_distortion: lines bend outwards like a barrel or inwards like a cushion.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.LensDistortionOptions
---@field amount? number   above 0 a barrel, below 0 a cushion, -1 to 1 (default 0.45)
---@field fill? boolean    whether the picture is enlarged until it fills the frame (default true)
---@field center? moonreel.Point  (default the middle)

-- Brown's model with one coefficient, read from the finished picture: r -> r (1 + k r²), r = 1 at the corners.
local lens = mr.kernel {
  name = "lens_distortion",
  params = { x0 = 0, y0 = 0, amount = 0, corner = 1, zoom = 1 },
  extent = "everywhere",
  body = function(k)
    local dx, dy = (k.x - k.x0) / k.corner, (k.y - k.y0) / k.corner
    local bend = (1 + k.amount * (dx * dx + dy * dy)) * k.zoom * k.corner
    return k.image:at(k.x0 + dx * bend, k.y0 + dy * bend)
  end,
}

return effect {
  name = "lens_distortion",
  options = {
    amount = { "number", default = 0.45, min = -1, max = 1 },
    fill = { "boolean", default = true },
    center = { "point", default = { "50%", "50%" } },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local width, height = context.size[1], context.size[2]
    local corner = math.sqrt(width * width + height * height) / 2
    -- Beyond a third, a cushion would fold. A barrel reads farthest at the corners, a cushion leaves most free at the middle of the shorter side.
    local amount = params.amount < 0 and params.amount * 0.33 or params.amount
    local nearest = math.min(width, height) / 2 / corner
    local worst = amount > 0 and 1 + amount or 1 + amount * nearest * nearest
    return lens(params.fill and image:clamp_to_edges() or image, {
      x0 = params.center[1], y0 = params.center[2], amount = amount, corner = corner,
      zoom = params.fill and 1 / worst or 1,
    }):crop { 0, 0, width, height }
  end,
}
