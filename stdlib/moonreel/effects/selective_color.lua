-- SPDX-License-Identifier: MIT
-- selective_color: one hue is changed, all others stay as they are.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local tones = require "moonreel.tones"

---@class moonreel.SelectiveColorOptions
---@field color? moonreel.Color  whose hue is changed (default "#2f6fd0", a blue sky's)
---@field range? number          degrees of hue to either side that are changed, too (default 30)
---@field softness? number       further degrees until nothing is (default 25)
---@field hue? number            degrees by which it is turned, -180 to 180 (default 0)
---@field saturation? number     0 makes it gray (default 1.5)
---@field light? number          added to it, -1 to 1 (default 0)

local change = mr.kernel {
  name = "selective_color",
  params = { across = 1, down = 0, near = 1, far = 0, cos = 1, sin = 0, saturation = 1, light = 0 },
  body = function(k)
    local color = k.image:straight()
    local x, y = tones.place(color)
    local share = tones.near(x, y, k.across, k.down, k.near, k.far)
    local turned_x = (x * k.cos - y * k.sin) * k.saturation
    local turned_y = (x * k.sin + y * k.cos) * k.saturation
    local changed = tones.color(turned_x, turned_y, color.luma + k.light)
    local mixed = color:mix(changed, share)
    return mr.pixel(mixed.red, mixed.green, mixed.blue, color.alpha):premultiplied()
  end,
}

return effect {
  name = "selective_color",
  options = {
    color = { "color", default = "#2f6fd0" },
    range = { "number", default = 30, min = 0, max = 180 },
    softness = { "number", default = 25, min = 1, max = 180 },
    hue = { "number", default = 0, min = -180, max = 180 },
    saturation = { "number", default = 1.5, min = 0, max = 4 },
    light = { "number", default = 0, min = -1, max = 1 },
  },
  draw = function(image, params)
    local across, down = tones.direction(params.color)
    local turn = math.rad(params.hue)
    return change(image, {
      across = across, down = down, near = math.cos(math.rad(params.range)),
      far = math.cos(math.rad(math.min(180, params.range + params.softness))),
      cos = math.cos(turn), sin = math.sin(turn), saturation = params.saturation, light = params.light,
    })
  end,
}
