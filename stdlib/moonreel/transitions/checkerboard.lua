-- SPDX-License-Identifier: MIT
-- checkerboard: the black fields of a board are wiped first, then the white ones.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local transition = require "moonreel.transition"

---@class moonreel.CheckerboardOptions: moonreel.TransitionOptions
---@field columns? integer  fields across (default 12); rows follow, so that fields are nearly square

local board = mr.kernel {
  name = "checkerboard", inputs = { "from", "to" },
  params = { column = 1, row = 1, progress = 0, pixel = 0 },
  body = function(k)
    local across, down = k.x / k.column, k.y / k.row
    local is_white = ((across:floor() + down:floor()) / 2):fract() * 2
    local own = (k.progress * 2 - is_white):clamp()
    local position = own * (1 + k.pixel)
    return k.to:mix(k.from, across:fract():smoothstep(position - k.pixel, position))
  end,
}

return transition {
  name = "checkerboard",
  options = { columns = { "integer", default = 12, min = 2, max = 200 } },
  draw = function(from, to, progress, params, context)
    local column, row = frame.cells(params.columns, context.size)
    return board(from, to, { column = column, row = row, progress = progress,
      pixel = 1.5 / column })
  end,
}
