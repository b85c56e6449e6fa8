-- SPDX-License-Identifier: MIT
-- mirror: one half of the picture, and itself again on the other side of a line.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.MirrorOptions
---@field keep? "left"|"right"|"top"|"bottom"  the half that stays (default "left")
---@field position? number  where the line lies, as a share of the side that it divides (default 0.5)

local folds = {
  left = function(k) return k.x - (k.x - k.line):max(0) * 2, k.y end,
  right = function(k) return k.x + (k.line - k.x):max(0) * 2, k.y end,
  top = function(k) return k.x, k.y - (k.y - k.line):max(0) * 2 end,
  bottom = function(k) return k.x, k.y + (k.line - k.y):max(0) * 2 end,
}

local kernels = {}
for side, fold in pairs(folds) do
  kernels[side] = mr.kernel {
    name = "mirror: " .. side,
    params = { line = 0 },
    extent = "image",
    body = function(k) return k.image:at(fold(k)) end,
  }
end

return effect {
  name = "mirror",
  options = {
    keep = { "choice", among = { "left", "right", "top", "bottom" }, default = "left" },
    position = { "number", default = 0.5, min = 0, max = 1 },
  },
  neutral = { position = 1 },
  draw = function(image, params, context)
    local is_across = params.keep == "left" or params.keep == "right"
    local line = params.position * context.size[is_across and 1 or 2]
    local frame = { 0, 0, context.size[1], context.size[2] }
    return kernels[params.keep](image:clamp_to_edges(), { line = line }):crop(frame)
  end,
}
