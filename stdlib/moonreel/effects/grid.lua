-- SPDX-License-Identifier: MIT
-- grid: pictures in rows and columns, each whole in its cell, with gaps and round corners.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.GridOptions
---@field pictures? moonreel.EffectPicture[]  what further cells show (default: this picture, a little later in each)
---@field columns? integer       (default 2)
---@field rows? integer          (default 2)
---@field gap? number            between cells and around them, as a share of the frame's shorter side (default 0.025)
---@field radius? number         of the corners, likewise (default 0.02)
---@field color? moonreel.Color  behind the cells (default "#14161c")
---@field delay? number          seconds from cell to cell, where no pictures are given (default 0)

local function shown(index, image, params, context)
  local entry = params.pictures[index - 1]
  if index == 1 then return image end
  if entry then return effect.picture(entry, context) end
  if params.delay > 0 and context.at then
    return context:at(math.max(0, context.time - (index - 1) * params.delay))
  end
  return image
end

return effect {
  name = "grid",
  options = {
    pictures = { "list", default = {} },
    columns = { "integer", default = 2, min = 1, max = 16 },
    rows = { "integer", default = 2, min = 1, max = 16 },
    gap = { "number", default = 0.025, min = 0, max = 0.5 },
    radius = { "number", default = 0.02, min = 0, max = 0.5 },
    color = { "color", default = "#14161c" },
    delay = { "number", default = 0, min = 0, max = 60 },
  },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local unit = math.min(width, height)
    local columns, rows = params.columns, params.rows
    -- Whole pixels, so that all cells are drawn alike.
    local gap = math.floor(params.gap * unit + 0.5)
    local wide = math.ceil((width - gap * (columns + 1)) / columns)
    local high = math.ceil((height - gap * (rows + 1)) / rows)
    if wide < 1 or high < 1 then return image end
    local radius = math.min(params.radius * unit, wide / 2, high / 2)
    local panel = mr.image.mask { rect = { 0, 0, wide, high }, radius = radius }
    local back = mr.color(params.color)
    local function cell(picture)
      return picture:crop { 0, 0, width, height }
        :transform(mr.transform.fit({ width, height }, { wide, high }, "cover"))
        :matte(panel):over(back):crop { 0, 0, wide + gap, high + gap }
    end
    local left = (width + gap - columns * (wide + gap)) // 2
    local top = (height + gap - rows * (high + gap)) // 2
    local all = { left, top, columns * (wide + gap) - gap, rows * (high + gap) - gap }
    local frame = { 0, 0, width, height }
    if #params.pictures == 0 and params.delay == 0 then
      return cell(image):tile "repeat":transform(mr.transform.translate(left, top)):crop(all):over(back):crop(frame)
    end
    local result = back
    for index = 1, columns * rows do
      local x = left + (index - 1) % columns * (wide + gap)
      local y = top + (index - 1) // columns * (high + gap)
      result = cell(shown(index, image, params, context)):transform(mr.transform.translate(x, y)):over(result)
    end
    return result:crop(frame)
  end,
}
