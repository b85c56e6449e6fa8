-- SPDX-License-Identifier: MIT
-- slice: the old picture is cut into bands that slide out to both sides in turn.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local transition = require "moonreel.transition"

---@class moonreel.SliceOptions: moonreel.TransitionOptions
---@field count? integer        bands, 2 to 40 (default 8)
---@field is_upright? boolean   whether the bands stand and slide up and down (default false)
---@field stagger? number       how much later the last band starts, 0 (together) to 2 (default 0.8)

local bands = mr.kernel {
  name = "slice", inputs = { "from", "to" }, extent = "everywhere",
  params = { width = 1, height = 1, count = 8, upright = 0, progress = 0, stagger = 0 },
  body = function(k)
    local length = k.width:mix(k.height, k.upright)
    local along, across = k.x:mix(k.y, k.upright), (k.y / k.height):mix(k.x / k.width, k.upright)
    local band = (across * k.count):floor()
    local own = (k.progress * (1 + k.stagger) - k.stagger * band / (k.count - 1)):clamp()
    -- starts slowly and leaves fast
    local gone = curve.smooth(own) * length
    local way = 1 - (band / 2):fract() * 4
    local place = along - gone * way
    -- how far inside the band's own ends this pixel is; both are met where the band has left
    local inside = (place + 0.5):clamp() * (length - place + 0.5):clamp()
    local old = k.from:at(place:mix(k.x, k.upright), k.y:mix(place, k.upright))
    -- the shadow of the band's end on what lies under it
    local near = place:max(length - place) - length
    local dark = (1 - near / (length * 0.05)):clamp()
    local shade = 1 - dark * dark * 0.5 * (own * 6):clamp() * ((1 - own) * 4):clamp() * (1 - inside)
    return (k.to * mr.pixel(shade, shade, shade, 1)):mix(old, inside)
  end,
}

return transition {
  name = "slice",
  options = {
    count = { "integer", default = 8, min = 2, max = 40 },
    is_upright = { "boolean", default = false },
    stagger = { "number", default = 0.8, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    return bands(from:clamp_to_edges(), to, {
      width = context.size[1], height = context.size[2], count = params.count,
      upright = params.is_upright and 1 or 0, progress = progress, stagger = params.stagger,
    })
  end,
}
