-- SPDX-License-Identifier: MIT
-- color_pop: one hue keeps its colour, everything else becomes gray.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local tones = require "moonreel.tones"

---@class moonreel.ColorPopOptions
---@field color? moonreel.Color  whose hue is kept (default "#e0402a", a red)
---@field range? number          degrees of hue to either side that are kept, too (default 18)
---@field softness? number       further degrees until all is gray (default 14)
---@field rest? number           how much colour the rest keeps, 0 to 1 (default 0)
---@field contrast? number       of the rest (default 1.1)

local pop = mr.kernel {
  name = "color_pop",
  params = { across = 1, down = 0, near = 1, far = 0, rest = 0, contrast = 1 },
  body = function(k)
    local color = k.image:straight()
    local x, y = tones.place(color)
    local share = tones.near(x, y, k.across, k.down, k.near, k.far)
    local luma = color.luma
    local gray = (luma - 0.5) * k.contrast + 0.5
    local function part(component) return (gray + (component - luma) * k.rest):mix(component, share) end
    return mr.pixel(part(color.red), part(color.green), part(color.blue), color.alpha):premultiplied()
  end,
}

return effect {
  name = "color_pop",
  options = {
    color = { "color", default = "#e0402a" },
    range = { "number", default = 18, min = 0, max = 180 },
    softness = { "number", default = 14, min = 1, max = 180 },
    rest = { "number", default = 0, min = 0, max = 1 },
    contrast = { "number", default = 1.1, min = 0, max = 3 },
  },
  draw = function(image, params)
    local across, down = tones.direction(params.color)
    return pop(image, {
      across = across, down = down, near = math.cos(math.rad(params.range)),
      far = math.cos(math.rad(math.min(180, params.range + params.softness))),
      rest = params.rest, contrast = params.contrast,
    })
  end,
}
