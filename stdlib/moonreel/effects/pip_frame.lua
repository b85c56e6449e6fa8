-- SPDX-License-Identifier: MIT
-- pip_frame: the picture made small in a corner, with round corners, a rim and a shadow.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.PipFrameOptions
---@field scale? number             of the picture (default 0.36); 1 takes three times as long
---@field place? moonreel.Gravity   where it stands (default "bottom_right")
---@field margin? number            to the frame's edges; this and all below: of the shorter side (default 0.06)
---@field radius? number            of the corners (default 0.035)
---@field border? number            width of the rim (default 0.008)
---@field border_color? moonreel.Color  (default white)
---@field shadow? number            how dark, 0 to 1 (default 0.55)
---@field shadow_size? number       how far it reaches (default 0.03)

local places = {
  "top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right",
}

-- 0 at the left or top, 1 at the right or bottom.
local function shares(place)
  local x = place:find "left" and 0 or place:find "right" and 1 or 0.5
  local y = place:find "top" and 0 or place:find "bottom" and 1 or 0.5
  return x, y
end

return effect {
  name = "pip_frame",
  options = {
    scale = { "number", default = 0.36, min = 0.01, max = 1 },
    place = { "choice", among = places, default = "bottom_right" },
    margin = { "number", default = 0.06, min = 0, max = 1 },
    radius = { "number", default = 0.035, min = 0, max = 1 },
    border = { "number", default = 0.008, min = 0, max = 0.2 },
    border_color = { "color", default = "white" },
    shadow = { "number", default = 0.55, min = 0, max = 1 },
    shadow_size = { "number", default = 0.03, min = 0, max = 0.5 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit = math.min(width, height)
    local wide, high = width * params.scale, height * params.scale
    local across, down = shares(params.place)
    local margin, rim = params.margin * unit, params.border * unit
    local x = margin + across * (width - wide - 2 * margin)
    local y = margin + down * (height - high - 2 * margin)
    local radius = math.min(params.radius * unit, wide / 2, high / 2)
    local function panel(grow)
      local rect = { x - grow, y - grow, wide + 2 * grow, high + 2 * grow }
      return mr.image.mask { rect = rect, radius = radius > 0 and radius + grow or 0 }
    end
    local small = image:transform(mr.transform.scale(params.scale):translate(x, y)):matte(panel(0))
    local ring = mr.color(params.border_color):matte(panel(rim):combine(panel(0), "subtract"))
    local framed = rim > 0 and ring:over(small) or small
    local size = params.shadow_size * unit
    return framed:drop_shadow { offset = { size * 0.3, size * 0.5 }, blur = size, opacity = params.shadow }
  end,
}
