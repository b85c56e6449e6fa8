-- SPDX-License-Identifier: MIT
-- title_card: a title, a line, and a second title in the middle of the frame.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.TitleCardOptions: moonreel.TemplateOptions
---@field title string the large one
---@field subtitle? string below the line (default "")
---@field background? moonreel.Color  of the whole frame (default: none)

return template {
  name = "title_card", enter = 1.1,
  options = {
    title = { "string", required = true }, subtitle = { "string", default = "" }, background = { "color" },
  },
  build = function(board, params)
    local theme, gap = board.theme, board:px(30)
    local title = board:text(params.title, { size = 124, weight = "bold", lines = 3, align = "center" })
    local small = params.subtitle ~= ""
      and board:text(params.subtitle, { size = 44, fill = theme.muted, lines = 2, align = "center" })
    local height = title.height + 2 * gap + board:px(6) + (small and small.height or 0)
    local y = (board.height - height) / 2
    local wide = math.min(board:px(260), board.right - board.left)
    return function(moment)
      local drawn = board:at(title:coming(moment:there(0, 0.8), moment, { y = 0.35 * board:px(124), opacity = 0 }),
        (board.width - title.width) / 2, y)
      local across = moment:there(0.3, 0.9) * wide
      drawn = board:bar((board.width - across) / 2, y + title.height + gap, across, board:px(6), theme.accent)
        :over(drawn)
      if small then
        drawn = board:at(small.image:opacity(moment:there(0.5, 1)), (board.width - small.width) / 2,
          y + title.height + 2 * gap + board:px(6)):over(drawn)
      end
      if not params.background then return drawn end
      local ground = mr.color(params.background):crop { 0, 0, board.width, board.height }
      return drawn:over(ground:opacity(moment:there(0, 0.5)))
    end
  end,
}
