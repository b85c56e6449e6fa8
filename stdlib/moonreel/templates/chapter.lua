-- SPDX-License-Identifier: MIT
-- chapter: a large number and the title of a chapter.

local template = require "moonreel.template"

---@class moonreel.templates.ChapterOptions: moonreel.TemplateOptions
---@field number string as it is written: "2", "IV"
---@field title string what begins
---@field label? string  above the title (default "Chapter")

return template {
  name = "chapter", enter = 1.1,
  options = {
    number = { "string", required = true }, title = { "string", required = true },
    label = { "string", default = "Chapter" },
  },
  build = function(board, params)
    local theme, gap = board.theme, board:px(44)
    local room = board.right - board.left
    local number = board:text(params.number, {
      size = 260, weight = "bold", fill = theme.accent, width = board.is_tall and room or 0.32 * room,
    })
    local most = board.is_tall and room or room - number.width - 2 * gap
    local label = board:text(params.label:upper(), { size = 32, fill = theme.muted, letter_spacing = board:px(6), width = most })
    local title = board:text(params.title, { size = 84, weight = "bold", lines = 3, width = most })
    local words, wide = label.height + title.height, math.max(label.width, title.width)
    local left = board.is_tall and board.left or (board.width - number.width - 2 * gap - wide) / 2
    local x, y = left + (board.is_tall and 0 or number.width + 2 * gap), (board.height - words) / 2
    local number_y = (board.height - number.height) / 2
    if board.is_tall then
      number_y = (board.height - number.height - words) / 2
      y = number_y + number.height
    end
    return function(moment)
      local figure = number:coming(moment:there(0, 0.7), moment, { y = 0.5 * number.height, opacity = 0 }, "character")
      local drawn = board:at(figure, left, number_y)
      if not board.is_tall then
        local tall = moment:there(0.2, 0.7) * math.max(words, 0.6 * number.height)
        drawn = board:bar(left + number.width + gap, (board.height - tall) / 2, board:px(4), tall, theme.muted)
          :over(drawn)
      end
      drawn = board:at(label.image:opacity(moment:there(0.4, 0.8)), x, y):over(drawn)
      return board:at(title:coming(moment:there(0.4, 1), moment, { x = board:px(-60), opacity = 0 }), x, y + label.height)
        :over(drawn)
    end
  end,
}
