-- SPDX-License-Identifier: MIT
-- reflection: the picture stands on a polished floor.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local soft = require "moonreel.soft"

---@class moonreel.ReflectionOptions
---@field scale? number    of the picture, which is made smaller to leave room (default 0.68)
---@field opacity? number  of the reflection where it begins, 0 to 1 (default 0.45)
---@field length? number   until it is gone, as a share of the picture's height (default 0.45)
---@field gap? number      between picture and floor, as a share of its height (default 0.01)
---@field blur? number     of the reflection, as a share of its height (default 0.006)

return effect {
  name = "reflection",
  options = {
    scale = { "number", default = 0.68, min = 0.05, max = 1 },
    opacity = { "number", default = 0.45, min = 0, max = 1 },
    length = { "number", default = 0.45, min = 0.01, max = 1 },
    gap = { "number", default = 0.01, min = 0, max = 1 },
    blur = { "number", default = 0.006, min = 0, max = 0.2 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local scale, high = params.scale, height * params.scale
    local left, top = width * (1 - scale) / 2, (height - high) * 0.4
    local floor = top + high + params.gap * high
    local standing = image:transform(mr.transform.scale(scale):translate(left, top))
    local fallen = image:transform(mr.transform.scale(scale, -scale):translate(left, floor + high))
    local fade = mr.image.linear_gradient {
      from = { 0, floor }, to = { 0, floor + high * params.length }, stops = { "white", "#ffffff00" },
    }
    local sigma = params.blur * high
    local dim = soft.drawn(fallen, soft.factor(sigma), function(small, share) return small:blur(sigma * share) end)
    local mirrored = dim:matte(fade):opacity(params.opacity)
    return standing:over(mirrored):crop { 0, 0, width, height }
  end,
}
