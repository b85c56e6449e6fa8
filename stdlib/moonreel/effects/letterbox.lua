-- SPDX-License-Identifier: MIT
-- letterbox: bars that give the picture the shape of a cinema's, or any other.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.LetterboxOptions
---@field aspect? number         width by height of what stays open (default 2.39)
---@field amount? number         how far the bars are closed, 0 to 1; animate it (default 1)
---@field color? moonreel.Color  of the bars (default black)

return effect {
  name = "letterbox",
  options = {
    aspect = { "number", default = 2.39, min = 0.1, max = 10 },
    amount = { "number", default = 1, min = 0, max = 1 },
    color = { "color", default = "black" },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local open_width, open_height = width, width / params.aspect
    if open_height > height then open_width, open_height = height * params.aspect, height end
    local bar_x = (width - open_width) / 2 * params.amount
    local bar_y = (height - open_height) / 2 * params.amount
    if bar_x == 0 and bar_y == 0 then return image end
    local color = mr.color(params.color)
    local bars = bar_y > 0
      and color:crop({ 0, 0, width, bar_y }):over(color:crop { 0, height - bar_y, width, bar_y })
      or color:crop({ 0, 0, bar_x, height }):over(color:crop { width - bar_x, 0, bar_x, height })
    return bars:over(image)
  end,
}
