-- SPDX-License-Identifier: MIT
-- color_wash: two colours flow over the picture, as from coloured lamps on either side.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.ColorWashOptions
---@field first? moonreel.Color   (default "#ff2d6f")
---@field second? moonreel.Color  (default "#2d7bff")
---@field angle? number           from the first to the second, degrees clockwise, 0 to the right (default 20)
---@field turn? number            degrees that it turns in a second (default 15)
---@field amount? number          0 to 1 (default 0.75)

return effect {
  name = "color_wash",
  options = {
    first = { "color", default = "#ff2d6f" },
    second = { "color", default = "#2d7bff" },
    angle = { "number", default = 20 },
    turn = { "number", default = 15 },
    amount = { "number", default = 0.75, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local angle = math.rad(params.angle + params.turn * context.time)
    local dx, dy = math.cos(angle) * width / 2, math.sin(angle) * height / 2
    local wash = mr.image.linear_gradient {
      from = { width / 2 - dx, height / 2 - dy }, to = { width / 2 + dx, height / 2 + dy },
      stops = { params.first, params.second },
    }
    local colors = pixels.solid(image)
    local gray = colors:dissolve(colors:saturation(0.35):contrast(1.1), params.amount)
    -- Overlay keeps black and white; what is between takes the light.
    local lit = wash:crop { 0, 0, width, height }:blend(gray, "overlay", { opacity = params.amount })
    return lit:matte(image)
  end,
}
