-- SPDX-License-Identifier: MIT
-- fold: the old picture is folded up like a screen of panels, and shows the new one beside it.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.FoldOptions: moonreel.TransitionOptions
---@field panels? integer    how many (default 8)
---@field direction? "left"|"right"|"up"|"down"  where they are folded to (default "left")
---@field shade? number      of panels that turn away from the light, 0 to 1 (default 0.6)
---@field shadow? number     that the screen throws on the new picture, 0 to 1 (default 0.5)

local screen = mr.kernel {
  name = "fold", inputs = { "from", "to" }, extent = "everywhere",
  params = { level = 0, reversed = 0, whole = 1, other = 1, panels = 8, open = 1, rise = 0, shade = 0, shadow = 0 },
  body = function(k)
    local straight, cross = k.x:mix(k.y, k.level), k.y:mix(k.x, k.level)
    local along = straight:mix(k.whole - straight, k.reversed)
    local wide = k.whole * k.open
    local place = along / wide:max(1) * k.panels
    local panel = place:floor()
    local inside = place - panel
    -- Every second panel leans the other way: near edges are higher than far ones.
    local is_odd = panel % 2
    local depth = inside:mix(1 - inside, is_odd)
    local scale = 1 + k.rise * 0.12 * (depth - 0.5)
    local own = along / k.open:max(1e-3)
    own = own:mix(k.whole - own, k.reversed)
    local high = (cross - k.other / 2) / scale + k.other / 2
    local read = k.from:at(own:mix(high, k.level), high:mix(own, k.level))
    local light = 1 - k.rise * k.shade * (0.25 + is_odd * 0.5)
    local lit = read * mr.pixel(light, light, light, 1)
    local on_screen = (wide - along + 0.5):clamp() * (high + 0.5):clamp() * (k.other - high + 0.5):clamp()
    local near = (1 - (along - wide) / (k.whole * 0.06)):clamp()
    local dark = 1 - near * near * k.shadow
    return (k.to * mr.pixel(dark, dark, dark, 1)):mix(lit, on_screen)
  end,
}

return transition {
  name = "fold",
  ease = "smooth",
  options = {
    panels = { "integer", default = 8, min = 1, max = 60 },
    direction = { "choice", among = transition.directions, default = "left" },
    shade = { "number", default = 0.6, min = 0, max = 1 },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local is_level = params.direction == "up" or params.direction == "down"
    local whole, other = is_level and height or width, is_level and width or height
    -- The width of panels that stand at an angle, and how far they stand out.
    local angle = progress * math.pi / 2
    return screen(from:clamp_to_edges(), to, {
      level = is_level and 1 or 0, reversed = (params.direction == "right" or params.direction == "down") and 1 or 0,
      whole = whole, other = other, panels = params.panels, open = (1 + 2 / whole) * math.cos(angle) - 2 / whole,
      rise = math.sin(angle), shade = params.shade, shadow = params.shadow * math.min(1, 12 * (1 - progress), 12 * progress),
    })
  end,
}
