-- SPDX-License-Identifier: MIT
-- split_title: two lines slide out from both sides of a bar.

local template = require "moonreel.template"

---@class moonreel.templates.SplitTitleOptions: moonreel.TemplateOptions
---@field first string  above
---@field second string  below

-- A text that comes out of the bar at its edge.
local function half(board, text, x, y, shift)
  local image = board:at(text.image, x, y + shift)
  local margin = board:px(60)
  return image:crop { x - margin, y, text.width + 2 * margin, text.height }
end

return template {
  name = "split_title", enter = 1,
  options = { first = { "string", required = true }, second = { "string", required = true } },
  build = function(board, params)
    local theme, gap, thick = board.theme, board:px(20), board:px(8)
    local first = board:text(params.first, { size = 116, weight = "bold", lines = 2, align = "center" })
    local second = board:text(params.second, { size = 60, fill = theme.muted, lines = 2, align = "center" })
    local wide = math.min(math.max(first.width, second.width) + board:px(60), board.right - board.left)
    local height = first.height + second.height + 2 * gap + thick
    local y = (board.height - height) / 2
    local line = y + first.height + gap
    return function(moment)
      local across = moment:there(0, 0.5) * wide
      local drawn = board:bar((board.width - across) / 2, line, across, thick, theme.accent, thick / 2)
      local up, down = 1 - moment:there(0.35, 0.9), 1 - moment:there(0.45, 1)
      drawn = half(board, first, (board.width - first.width) / 2, y, up * first.height):over(drawn)
      return half(board, second, (board.width - second.width) / 2, line + thick + gap, -down * second.height):over(drawn)
    end
  end,
}
