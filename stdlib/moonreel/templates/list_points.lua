-- SPDX-License-Identifier: MIT
-- list_points: a heading, and points that come one after the other over the layer's time.

local template = require "moonreel.template"
local words = require "moonreel.words"

---@class moonreel.templates.ListPointsOptions: moonreel.TemplateOptions
---@field title string the heading
---@field points table  a list of strings
---@field share? number  the part of the time in which they come, 0 to 1 (default 0.6)

local function check(params)
  for index, point in ipairs(params.points) do
    if type(point) ~= "string" then
      error("bad 'points' of list_points: point " .. index .. " is to be a string, got " .. words.found(point), 3)
    end
  end
end

-- How high the first line of a point is, on whose middle its dot lies.
local function point_height(text)
  local line = text.stage:units("line")[1]
  return line and line.height or text.height
end

return template {
  name = "list_points",
  options = {
    title = { "string", required = true }, points = { "list", required = true },
    share = { "number", default = 0.6, min = 0, max = 1 },
  },
  check = check,
  build = function(board, params)
    local theme, gap, dot = board.theme, board:px(30), board:px(22)
    local room = math.min(board.right - board.left, board:px(board.is_tall and 960 or 1400))
    local count = math.max(1, #params.points)
    local title = board:text(params.title, { size = 80, weight = "bold", lines = 2, width = room })
    local free = (board.bottom - board.top - title.height - 2 * gap) / count - gap
    local size = math.min(50, free / board.unit / 2.6)
    local points, height, wide = {}, title.height + 2 * gap, title.width
    for index, point in ipairs(params.points) do
      points[index] = board:text(point, { size = math.max(size, 4), lines = 2, width = room - 3 * dot })
      points[index].y, points[index].first = height, point_height(points[index])
      height = height + points[index].height + gap
      wide = math.max(wide, points[index].width + 3 * dot)
    end
    local x, y = (board.width - wide) / 2, math.max(board.top, (board.height - height + gap) / 2)
    return function(moment)
      local drawn = board:at(title:coming(moment:there(0, 0.8), moment, { y = board:px(30), opacity = 0 }), x, y)
      local across = moment:there(0.3, 1) * board:px(120)
      drawn = board:bar(x, y + title.height + 0.5 * gap, across, board:px(6), theme.accent):over(drawn)
      local span = moment.duration and params.share * moment.duration or count
      for index, point in ipairs(points) do
        local since = moment.time - 0.5 - (index - 1) * span / count
        local here = math.min(math.max(since / math.min(0.5, span / count + 1e-6), 0), 1)
        here = math.min(1 - (1 - here) ^ 3, moment:there(0, 1))
        local row = board:bar(0, (point.first - dot) / 2, dot, dot, theme.accent, dot / 2)
        row = board:at(point.image, 3 * dot, 0):over(row)
        drawn = board:at(row:opacity(here), x, y + point.y + (1 - here) * board:px(24)):over(drawn)
      end
      return drawn
    end
  end,
}
