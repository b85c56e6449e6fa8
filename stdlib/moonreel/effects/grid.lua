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
    local gap = params.gap * unit
    local wide = (width - gap * (params.columns + 1)) / params.columns
    local high = (height - gap * (params.rows + 1)) / params.rows
    if wide < 1 or high < 1 then return image end
    local result = mr.color(params.color):crop { 0, 0, width, height }
    for index = 1, params.columns * params.rows do
      local column, row = (index - 1) % params.columns, (index - 1) // params.columns
      local x, y = gap + column * (wide + gap), gap + row * (high + gap)
      local cell = shown(index, image, params, context):crop { 0, 0, width, height }
        :tile("clamp"):transform(mr.transform.fit({ width, height }, { wide, high }, "cover"):translate(x, y))
      local panel = mr.image.mask {
        rect = { x, y, wide, high }, radius = math.min(params.radius * unit, wide / 2, high / 2),
      }
      result = cell:matte(panel):over(result)
    end
    return result
  end,
}
