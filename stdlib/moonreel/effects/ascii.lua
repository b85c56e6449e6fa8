-- SPDX-License-Identifier: MIT
-- ascii: the picture in signs as on a terminal, denser ones where it is bright.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.AsciiOptions
---@field columns? integer        of signs across the frame (default 96)
---@field color? number           0 all in `ink`, 1 each sign in the picture's colour (default 1)
---@field ink? moonreel.Color     (default "#66ff88")
---@field ground? moonreel.Color  behind them (default "#06080a")
---@field contrast? number        of what is shown (default 1.2)

-- From nothing to full, five rows of five points each: the left one counts sixteen.
local signs = {
  { 0, 0, 0, 0, 0 }, { 0, 0, 0, 4, 0 }, { 0, 4, 0, 4, 0 }, { 0, 0, 14, 0, 0 }, { 0, 14, 0, 14, 0 }, { 4, 4, 31, 4, 4 },
  { 17, 10, 4, 10, 17 }, { 14, 17, 17, 17, 14 }, { 10, 31, 10, 31, 10 }, { 14, 27, 21, 27, 14 }, { 31, 21, 27, 21, 31 },
}

-- All signs side by side, each in a cell with room around it.
local function alphabet(wide, high)
  local path, across, down = {}, wide / 6, high / 7
  for index, rows in ipairs(signs) do
    for row, bits in ipairs(rows) do
      for column = 0, 4 do
        if bits >> (4 - column) & 1 == 1 then
          path[#path + 1] = ("M%.3f %.3fh%.3fv%.3fh%.3fz"):format(
            (index - 1) * wide + (column + 0.5) * across, row * down, across, down, -across)
        end
      end
    end
  end
  return mr.image.mask { path = table.concat(path) }:crop { 0, 0, #signs * wide, high }
end

local terminal = mr.kernel {
  name = "ascii", inputs = { "image", "cells", "signs" }, extent = "image",
  params = { wide = 1, high = 1, color = 0, contrast = 1, ink = "white", ground = "black" },
  body = function(k)
    local cell = k.cells:straight()
    local light = ((cell.luma - 0.5) * k.contrast + 0.5):clamp():sqrt()
    local sign = (light * (#signs - 0.001)):floor()
    local x, y = k.x - (k.x / k.wide):floor() * k.wide, k.y - (k.y / k.high):floor() * k.high
    local point = k.signs:at(sign * k.wide + x, y).alpha
    -- Colours as bright as they can be: how dark it is, the sign says.
    local gain = 1 / cell.red:max(cell.green):max(cell.blue):max(0.25)
    local function part(own, ink, ground) return ground:mix(ink:mix((own * gain):clamp(), k.color), point) end
    return mr.pixel(part(cell.red, k.ink.red, k.ground.red), part(cell.green, k.ink.green, k.ground.green),
      part(cell.blue, k.ink.blue, k.ground.blue), 1) * k.image.alpha
  end,
}

return effect {
  name = "ascii",
  options = {
    columns = { "integer", default = 96, min = 8, max = 400 },
    color = { "number", default = 1, min = 0, max = 1 },
    ink = { "color", default = "#66ff88" },
    ground = { "color", default = "#06080a" },
    contrast = { "number", default = 1.2, min = 0, max = 4 },
  },
  draw = function(image, params, context)
    local wide = math.max(3, context.size[1] / params.columns)
    local high = wide * 7 / 6
    return terminal(image, image:clamp_to_edges():pixelate { wide, high }, alphabet(wide, high), {
      wide = wide, high = high, color = params.color, contrast = params.contrast, ink = params.ink, ground = params.ground,
    })
  end,
}
