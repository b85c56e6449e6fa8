-- SPDX-License-Identifier: MIT
-- book_flip: the right half of the old picture is turned over like a page; the new one is on both sides after.

local mr = require "moonreel"
local transition = require "moonreel.transition"
local space = require "moonreel.space"

---@class moonreel.BookFlipOptions: moonreel.TransitionOptions
---@field shadow? number  that the page casts, 0 to 1 (default 0.5)

return transition {
  name = "book_flip",
  ease = "smooth",
  options = { shadow = { "number", default = 0.5, min = 0, max = 1 } },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local half = width / 2
    local left, right = { 0, 0, half, height }, { half, 0, half, height }
    local turn = progress * math.pi
    -- the page darkens what it leans over, and itself as it turns away from the light
    local lean = params.shadow * math.sin(turn)
    local lying = from:crop(left):gain(1 - lean * math.max(0, -math.cos(turn)))
    local bared = to:crop(right):gain(1 - lean * math.max(0, math.cos(turn)))
    local page
    if progress < 0.5 then
      page = space.hinged(from, right, { width, height }, half, math.min(turn, 1.5695))
    else
      page = space.hinged(to, left, { width, height }, half, math.max(turn - math.pi, -1.5695))
    end
    return page:gain(1 - 0.45 * math.sin(turn) ^ 2):over(lying:over(bared))
  end,
}
