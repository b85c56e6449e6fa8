-- SPDX-License-Identifier: MIT
-- lower_third: a name and a role, on a plate in a lower corner.

local template = require "moonreel.template"

---@class moonreel.templates.LowerThirdOptions: moonreel.TemplateOptions
---@field name string the first line
---@field role? string  the second line (default "")
---@field side? "left"|"right" where it stands (default "left")

return template {
  name = "lower_third",
  options = {
    name = { "string", required = true }, role = { "string", default = "" },
    side = { "choice", among = { "left", "right" }, default = "left" },
  },
  build = function(board, params)
    local theme, pad, mark = board.theme, board:px(26), board:px(10)
    local most = math.min(board.right - board.left, board:px(board.is_tall and 960 or 1150)) - 2 * pad - mark
    local name = board:text(params.name, { size = 64, weight = "bold", width = most })
    local role = params.role ~= "" and board:text(params.role, { size = 38, fill = theme.muted, width = most })
    local width = math.max(name.width, role and role.width or 0) + 2 * pad
    local height = name.height + (role and role.height or 0) + 1.2 * pad
    local y = board.bottom - height - (board.is_tall and 0.14 * board.height or 0)
    local is_right = params.side == "right"
    local x = is_right and board.right - mark - width or board.left + mark
    return function(moment)
      local open = moment:there(0.2, 0.75) * width
      local plate = board:bar(is_right and x + width - open or x, y, open, height, theme.paper)
      local grown = moment:there(0, 0.4) * height
      local edge = board:bar(is_right and x + width or x - mark, y + (height - grown) / 2, mark, grown, theme.accent)
      local words = board:at(name:coming(moment:there(0.35, 0.9), moment, { y = 0.4 * name.height, opacity = 0 }),
        x + pad, y + 0.5 * pad)
      if role then
        words = board:at(role:coming(moment:there(0.5, 1), moment, { y = 0.4 * role.height, opacity = 0 }),
          x + pad, y + 0.5 * pad + name.height):over(words)
      end
      return edge:over(words:over(plate))
    end
  end,
}
