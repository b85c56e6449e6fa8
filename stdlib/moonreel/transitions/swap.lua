-- SPDX-License-Identifier: MIT
-- swap: the pictures step apart and back, like cards in two hands, and change places.

local mr = require "moonreel"
local soft = require "moonreel.soft"
local transition = require "moonreel.transition"

---@class moonreel.SwapOptions: moonreel.TransitionOptions
---@field depth? number    how small the picture behind becomes, as a share of its size, 0.1 to 1 (default 0.6)
---@field spread? number   how far they step apart, as a share of the frame's width (default 0.55)
---@field shadow? number   of the one in front, 0 to 1 (default 0.6)

return transition {
  name = "swap",
  ease = "smooth",
  options = {
    depth = { "number", default = 0.6, min = 0.1, max = 1 },
    spread = { "number", default = 0.55, min = 0.1, max = 1 },
    shadow = { "number", default = 0.6, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local apart = math.sin(math.pi * progress) * params.spread * width / 2
    local lift = params.shadow * math.sin(math.pi * progress)
    local sigma = 0.03 * math.min(width, height)
    local function placed(image, share, shift)
      local scale = 1 - (1 - params.depth) * share
      local lit = 1 - 0.5 * (1 - params.depth) * share
      local shadow = soft.drawn(mr.color("black"):matte(image), soft.factor(sigma), function(small, less)
        return small:blur(sigma * less)
      end):opacity(lift):transform(mr.transform.translate(0, 0.02 * height))
      return image:gain(lit):over(shadow)
        :transform(mr.transform.scale(scale, nil, { width / 2, height / 2 }):translate(shift, 0))
    end
    local old, new = placed(from, progress, -apart), placed(to, 1 - progress, apart)
    -- before the exchange the new one hides behind the old one, and comes out as they part
    if progress < 0.5 then return old:over(new:opacity(math.min(1, 4 * progress))) end
    return new:over(old:opacity(math.min(1, 4 * (1 - progress))))
  end,
}
