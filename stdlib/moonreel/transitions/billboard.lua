-- SPDX-License-Identifier: MIT
-- billboard: the picture stands on upright prisms that turn one after the other; the new one is on their next sides.

local mr = require "moonreel"
local transition = require "moonreel.transition"

---@class moonreel.BillboardOptions: moonreel.TransitionOptions
---@field count? integer     how many prisms (default 12)
---@field is_level? boolean  whether they lie (default false)
---@field stagger? number    how much later the last one turns, 0 (together) to 3 (default 1)
---@field shade? number      how dark sides are that turn away from the light, 0 to 1 (default 0.6)

local prisms = mr.kernel {
  name = "billboard", inputs = { "from", "to" }, extent = "everywhere",
  params = { level = 0, wide = 1, count = 12, progress = 0, stagger = 0, shade = 0 },
  body = function(k)
    local place = k.x:mix(k.y, k.level) / k.wide
    local prism = place:floor()
    local inside = place - prism
    local wait = prism / (k.count - 1):max(1) * k.stagger
    local share = (k.progress * (1 + k.stagger) - wait):clamp()
    local angle = share * share * (3 - 2 * share) * (math.pi / 2)
    -- Both sides that are seen, together as wide as the prism's place.
    local front, side = angle:cos(), angle:sin()
    local border = front / (front + side)
    local function at(picture, own)
      local position = (prism + own) * k.wide
      return picture:at(k.x:mix(position, 1 - k.level), k.y:mix(position, k.level))
    end
    local old = at(k.from, inside / border:max(1e-3))
    local new = at(k.to, (inside - border) / (1 - border):max(1e-3))
    local function lit(picture, light)
      local dark = 1 - (1 - light) * k.shade
      return picture * mr.pixel(dark, dark, dark, 1)
    end
    -- A pixel of the border is of both; none is left of the old side when it is gone, or of the new one before.
    local is_new = ((inside - border) * k.wide + 1 - border):clamp()
    return lit(old, front):mix(lit(new, side), is_new)
  end,
}

return transition {
  name = "billboard",
  options = {
    count = { "integer", default = 12, min = 1, max = 100 },
    is_level = { "boolean", default = false },
    stagger = { "number", default = 1, min = 0, max = 3 },
    shade = { "number", default = 0.6, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local whole = params.is_level and context.size[2] or context.size[1]
    return prisms(from:clamp_to_edges(), to:clamp_to_edges(), {
      level = params.is_level and 1 or 0, wide = whole / params.count, count = params.count, progress = progress,
      stagger = params.stagger, shade = params.shade,
    })
  end,
}
