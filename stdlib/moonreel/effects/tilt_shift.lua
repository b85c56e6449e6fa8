-- SPDX-License-Identifier: MIT
-- tilt_shift: sharp along a line, blurred above and below, strong in colour: the world as a toy.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.TiltShiftOptions
---@field position? number    where the line crosses the middle, as a share of the height (default 0.55)
---@field width? number       of what is sharp, as a share of the height (default 0.16)
---@field fall? number        from sharp to blurred, likewise (default 0.3)
---@field angle? number       of the line, in degrees (default 0)
---@field blur? number        as a share of the height (default 0.018)
---@field saturation? number  (default 1.35)

local focus = mr.kernel {
  name = "tilt_shift",
  inputs = { "sharp", "soft", "softer" },
  params = { x0 = 0, y0 = 0, across = 0, down = 1, half = 1, fall = 1 },
  extent = "sharp",
  body = function(k)
    local distance = ((k.x - k.x0) * k.across + (k.y - k.y0) * k.down):abs()
    local blur = ((distance - k.half) / k.fall):clamp() * 2
    return k.sharp:mix(k.soft, blur:clamp()):mix(k.softer, (blur - 1):clamp())
  end,
}

return effect {
  name = "tilt_shift",
  options = {
    position = { "number", default = 0.55, min = 0, max = 1 },
    width = { "number", default = 0.16, min = 0, max = 2 },
    fall = { "number", default = 0.3, min = 0.01, max = 2 },
    angle = { "number", default = 0 },
    blur = { "number", default = 0.018, min = 0, max = 0.2 },
    saturation = { "number", default = 1.35, min = 0, max = 3 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local held, angle = image:clamp_to_edges(), math.rad(params.angle)
    local function vivid(picture) return picture:saturation(params.saturation) end
    local soft, softer = held:blur(params.blur * height * 0.4), held:blur(params.blur * height)
    return focus(vivid(image), vivid(soft), vivid(softer), {
      x0 = width / 2, y0 = params.position * height, across = -math.sin(angle), down = math.cos(angle),
      half = params.width * height / 2, fall = params.fall * height,
    })
  end,
}
