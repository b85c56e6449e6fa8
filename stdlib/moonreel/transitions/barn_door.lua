-- SPDX-License-Identifier: MIT
-- barn_door: the old picture parts in the middle like the wings of a gate, casting a shadow on the new one.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.BarnDoorOptions: moonreel.TransitionOptions
---@field is_vertical? boolean  whether the wings go up and down (default false)
---@field is_closing? boolean   whether the new picture's wings close over the old one instead (default false)
---@field shadow? number        how dark their shadow is, 0 to 1 (default 0.5)

local shade = mr.kernel {
  name = "barn_door_shadow",
  params = { middle_x = 0, middle_y = 0, across = 1, down = 0, gap = 0, width = 1, shadow = 0 },
  body = function(k)
    local from_middle = ((k.x - k.middle_x) * k.across + (k.y - k.middle_y) * k.down):abs()
    local depth = (1 - (k.gap - from_middle) / k.width):clamp()
    return k.image * mr.pixel(1, 1, 1, 1):mix(mr.pixel(0, 0, 0, 1), depth * depth * k.shadow)
  end,
}

return transition {
  name = "barn_door",
  ease = "smooth",
  options = {
    is_vertical = { "boolean", default = false },
    is_closing = { "boolean", default = false },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    if params.is_closing then from, to, progress = to, from, 1 - progress end
    local width, height = context.size[1], context.size[2]
    local across, down = 1, 0
    if params.is_vertical then across, down = 0, 1 end
    local middle_x, middle_y = width / 2, height / 2
    local gap = progress * (across * middle_x + down * middle_y)
    local first = from:crop { 0, 0, across * middle_x + down * width, across * height + down * middle_y }
    local second = from:crop { across * middle_x, down * middle_y,
      across * middle_x + down * width, across * height + down * middle_y }
    local below = shade(to, { middle_x = middle_x, middle_y = middle_y, across = across, down = down,
      gap = gap, width = 0.12 * math.min(width, height), shadow = params.shadow * (1 - progress) })
    return first:transform(mr.transform.translate(-gap * across, -gap * down))
      :over(second:transform(mr.transform.translate(gap * across, gap * down)):over(below))
  end,
}
