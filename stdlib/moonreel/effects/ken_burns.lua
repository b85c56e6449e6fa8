-- SPDX-License-Identifier: MIT
-- ken_burns: a slow zoom and pan over the picture, as of a camera over a photograph.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local effect = require "moonreel.effect"

---@class moonreel.KenBurnsOptions
---@field from_zoom? number       1 shows all (default 1)
---@field to_zoom? number         (default 1.35)
---@field from? moonreel.Point    the middle of what is shown at the start (default the middle)
---@field to? moonreel.Point      and at the end (default { "60%", "42%" })
---@field duration? number        seconds, where the effect does not know the length of its layer (default 5)
---@field ease? boolean           whether it starts and ends gently (default true)

-- The part that is shown stays inside the picture.
local function inside(center, zoom, whole)
  local half = whole / (2 * zoom)
  return math.max(half, math.min(whole - half, center))
end

local function mixed(a, b, share) return a + (b - a) * share end

return effect {
  name = "ken_burns",
  options = {
    from_zoom = { "number", default = 1, min = 1, max = 20 },
    to_zoom = { "number", default = 1.35, min = 1, max = 20 },
    from = { "point", default = { "50%", "50%" } },
    to = { "point", default = { "60%", "42%" } },
    duration = { "number", default = 5, min = 0.001 },
    ease = { "boolean", default = true },
  },
  neutral = { from_zoom = 1, to_zoom = 1 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local share = math.max(0, math.min(1, context.progress or context.time / params.duration))
    if params.ease then share = curve.smooth(share) end
    -- Zooms are multiplied, so that the speed looks the same all the way.
    local zoom = params.from_zoom * (params.to_zoom / params.from_zoom) ^ share
    local x = inside(mixed(params.from[1], params.to[1], share), zoom, width)
    local y = inside(mixed(params.from[2], params.to[2], share), zoom, height)
    local move = mr.transform.translate(-x, -y):scale(zoom):translate(width / 2, height / 2)
    return image:tile("clamp"):transform(move):crop { 0, 0, width, height }
  end,
}
