-- SPDX-License-Identifier: MIT
-- polyline: a line through evenly spaced values, straight from one to the next or curved.

local paper = require "moonreel.chart.paper"

local polyline = {}

-- The slopes of a curve through evenly spaced values that rises and falls only where they do (Fritsch and
-- Carlson, 1980; the harmonic mean of both neighbours' slopes, 0 at turns).
local function slopes_of(values)
  local slopes = {}
  for index = 1, #values do
    local before = index > 1 and values[index] - values[index - 1]
    local after = index < #values and values[index + 1] - values[index]
    if before and after then
      slopes[index] = before * after > 0 and 2 * before * after / (before + after) or 0
    else
      slopes[index] = before or after or 0
    end
  end
  return slopes
end

---A series: its points in pixels, its path data, and its value at a share of the way.
---@param values number[]
---@param plot moonreel.ChartAxes
---@param smooth boolean
---@return { points: number[][], path: string, value_at: fun(share: number): number }
function polyline.new(values, plot, smooth)
  local count = #values
  local step = count > 1 and (plot.right - plot.left) / (count - 1) or 0
  local slopes, points, path = slopes_of(values), {}, {}
  for index, value in ipairs(values) do
    local x = count > 1 and plot.left + (index - 1) * step or (plot.left + plot.right) / 2
    points[index] = { x, plot:y(value) }
    local last = points[index - 1]
    if not last then
      path[1] = paper.path("M", x, points[1][2])
    elseif smooth then
      path[index] = paper.path("C", last[1] + step / 3, plot:y(values[index - 1] + slopes[index - 1] / 3),
        x - step / 3, plot:y(value - slopes[index] / 3), x, points[index][2])
    else
      path[index] = paper.path("L", x, points[index][2])
    end
  end
  local function value_at(share)
    local place = share * (count - 1)
    local index = math.max(1, math.min(count - 1, math.floor(place) + 1))
    local a, b, t = values[index], values[index + 1] or values[index], place - (index - 1)
    if not smooth or count == 1 then return a + (b - a) * t end
    local u = 1 - t
    return u * u * u * a + 3 * u * u * t * (a + slopes[index] / 3) + 3 * u * t * t * (b - slopes[index + 1] / 3)
      + t * t * t * b
  end
  return { points = points, path = table.concat(path, " "), value_at = value_at }
end

return polyline
