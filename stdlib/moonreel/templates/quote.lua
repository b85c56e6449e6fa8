-- SPDX-License-Identifier: MIT
-- quote: a quotation between marks, and who said it.

local template = require "moonreel.template"

---@class moonreel.templates.QuoteOptions: moonreel.TemplateOptions
---@field text string what was said, without marks
---@field author? string who said it (default "")

return template {
  name = "quote", enter = 1.4,
  options = { text = { "string", required = true }, author = { "string", default = "" } },
  build = function(board, params)
    local theme, gap = board.theme, board:px(34)
    local most = math.min(board.right - board.left, board:px(board.is_tall and 900 or 1240))
    local words = board:text(params.text, {
      size = 68, font = theme.quote_font, slant = "italic", lines = board.is_tall and 8 or 5, width = most,
      line_spacing = 1.1,
    })
    local author = params.author ~= ""
      and board:text("\u{2014} " .. params.author, { size = 38, fill = theme.muted, width = most })
    local mark = board:text("\u{201C}", { size = 220, font = theme.quote_font, weight = "bold", fill = theme.accent })
    local head = 0.5 * mark.height
    local width = math.max(words.width, author and author.width or 0)
    local x = (board.width - width) / 2
    local y = (board.height - head - words.height - (author and gap + author.height or 0)) / 2
    return function(moment)
      local drawn = board:at(mark.image:opacity(moment:there(0, 0.4)), x, y - 0.1 * mark.height)
      drawn = board:at(words:coming(moment:there(0.1, 0.9, function(s) return s end), moment,
        { opacity = 0, y = board:px(14), blur = board:px(6) }), x, y + head):over(drawn)
      if not author then return drawn end
      local shift = (1 - moment:there(0.6, 1)) * board:px(30)
      return board:at(author.image:opacity(moment:there(0.6, 1)), x + shift, y + head + words.height + gap)
        :over(drawn)
    end
  end,
}
