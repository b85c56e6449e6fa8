-- SPDX-License-Identifier: MIT
-- countdown: seconds that run out in a ring.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.CountdownOptions: moonreel.TemplateOptions
---@field from? integer  where it begins to count (default 5)
---@field label? string  below it (default "")

return template {
  name = "countdown", enter = 0.3, leave = 0.3,
  options = { from = { "integer", default = 5, min = 1, max = 999 }, label = { "string", default = "" } },
  build = function(board, params)
    local theme, size = board.theme, board:px(440)
    local thick = board:px(22)
    local label = params.label ~= "" and board:text(params.label, { size = 44, fill = theme.muted, lines = 2, align = "center" })
    local x = (board.width - size) / 2
    local y = (board.height - size - (label and label.height + board:px(30) or 0)) / 2
    local circle = { thick / 2, thick / 2, size - thick, size - thick }
    local track = mr.shape { ellipse = circle, stroke = { width = thick, color = theme.paper } }
    return function(moment)
      -- the last second ends with the layer, where that has an end
      local pace = moment.duration and moment.duration / params.from or 1
      local left = math.max(0, params.from - moment.time / pace)
      local number, share = math.max(1, math.ceil(left)), left > 0 and (left - math.ceil(left) + 1) or 0
      local figure = board:text(tostring(number), {
        size = 200, weight = "bold", features = { tnum = true }, width = 0.7 * size,
      })
      local ring = share > 0 and mr.shape {
        ellipse = circle, stroke = { width = thick, color = theme.accent, cap = "round" },
        trim = { 0, share, offset = -0.25 },
      } or mr.image.empty()
      local beat = 1 + 0.12 * math.max(0, share - 0.8) / 0.2
      local digits = figure.image:transform(mr.transform.scale(beat, beat, { figure.width / 2, figure.height / 2 }))
      local drawn = board:at(digits, (size - figure.width) / 2, (size - figure.height) / 2):over(ring:over(track))
      drawn = board:at(drawn, x, y)
      if label then drawn = board:at(label.image, (board.width - label.width) / 2, y + size + board:px(30)):over(drawn) end
      return drawn:opacity(moment:there(0, 1))
    end
  end,
}
