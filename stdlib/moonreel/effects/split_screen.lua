-- SPDX-License-Identifier: MIT
-- split_screen: the frame in strips side by side, each a window onto a picture of its own.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.SplitScreenOptions
---@field pictures? moonreel.EffectPicture[]  what further strips show (default: this picture, mirrored)
---@field strips? integer         (default: as many as there are pictures, at least 2); 12 take ten times as long
---@field slant? number           of the dividing lines, as a share of a strip's length (default 0.12)
---@field gap? number             between strips, as a share of the frame's shorter side (default 0.012)
---@field stacked? boolean        strips above one another (default false)
---@field color? moonreel.Color   of the gap (default white)

-- One strip as a shape, from `from` to `to` along the way that strips follow one another.
local function strip(from, to, lean, width, height, stacked)
  local length = stacked and width or height
  local points = { { from + lean, 0 }, { to + lean, 0 }, { to - lean, length }, { from - lean, length } }
  if stacked then
    for _, point in ipairs(points) do point[1], point[2] = point[2], point[1] end
  end
  return mr.image.mask { polygon = points }
end

-- Whether the picture fills the frame.
local function fills(picture, width, height)
  local extent = picture.extent
  return not extent or extent[1] <= 0 and extent[2] <= 0 and extent[1] + extent[3] >= width
    and extent[2] + extent[4] >= height
end

return effect {
  name = "split_screen",
  options = {
    pictures = { "list", default = {} },
    strips = { "integer", min = 2, max = 12 },
    slant = { "number", default = 0.12, min = -2, max = 2 },
    gap = { "number", default = 0.012, min = 0, max = 0.5 },
    stacked = { "boolean", default = false },
    color = { "color", default = "white" },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local count = params.strips or math.max(2, #params.pictures + 1)
    local whole, across = params.stacked and height or width, params.stacked and width or height
    local step, gap = whole / count, params.gap * math.min(width, height)
    local lean = params.slant * math.min(step, across) / 2
    local result = mr.color(params.color):crop { 0, 0, width, height }
    for index = 1, count do
      local entry = params.pictures[index - 1]
      local shown = index == 1 and image or entry and effect.picture(entry, context)
        or index % 2 == 0 and image:flip "horizontal" or image
      local from = index == 1 and -2 * whole or (index - 1) * step + gap / 2
      local to = index == count and 3 * whole or index * step - gap / 2
      -- The middle of the picture stands in the middle of the strip.
      local shift = (index - 0.5) * step - whole / 2
      local move = params.stacked and mr.transform.translate(0, shift) or mr.transform.translate(shift, 0)
      -- Only as much as the strip shows.
      local first = math.max(0, math.floor(from - math.abs(lean)))
      local last = math.min(whole, math.ceil(to + math.abs(lean)))
      local seen = params.stacked and { 0, first, width, last - first } or { first, 0, last - first, height }
      -- Strips that lean far see beyond the picture's edge.
      local is_enough = step / 2 + math.abs(lean) <= whole / 2 and fills(shown, width, height)
      local window = (is_enough and shown or shown:tile "mirror"):transform(move):crop(seen)
      result = window:matte(strip(from, to, lean, width, height, params.stacked)):over(result)
    end
    return result
  end,
}
