-- SPDX-License-Identifier: MIT
-- relief: pressed into metal or paper: light from one side on every edge.

local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.ReliefOptions
---@field angle? number   where light comes from, degrees clockwise, 0 from the right (default 225: the upper left)
---@field depth? number   (default 1.6)
---@field width? number   of the edges, as a share of the frame's shorter side (default 0.004)
---@field color? number   how much of the picture's colours is kept, 0 to 1 (default 0.35)

return effect {
  name = "relief",
  options = {
    angle = { "number", default = 225 },
    depth = { "number", default = 1.6, min = 0, max = 10 },
    width = { "number", default = 0.004, min = 0.0005, max = 0.1 },
    color = { "number", default = 0.35, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local frame, sigma = { 0, 0, width, height }, params.width * math.min(width, height)
    local colors = pixels.solid(image)
    local soft = image:clamp_to_edges():blur(sigma):over("#808080"):crop(frame)
    -- Gradients of what is blurred fall with the blur's width.
    local gray = soft:emboss { angle = params.angle - 180, amount = params.depth * (1 + sigma) }
    local lit = gray:blend(colors, "hard_light")
    return gray:dissolve(lit, params.color):matte(image)
  end,
}
