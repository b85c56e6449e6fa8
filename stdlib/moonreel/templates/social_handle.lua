-- SPDX-License-Identifier: MIT
-- social_handle: where to find somebody, and a button beside it.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.SocialHandleOptions: moonreel.TemplateOptions
---@field handle string without the @
---@field action? string  on the button (default "Follow"; "": none)

return template {
  name = "social_handle",
  options = { handle = { "string", required = true }, action = { "string", default = "Follow" } },
  build = function(board, params)
    local theme, pad = board.theme, board:px(28)
    local height = board:px(104)
    local room = board.right - board.left
    local action = params.action ~= "" and board:text(params.action, { size = 36, weight = "bold", width = 0.35 * room })
    local button = action and action.width + 2 * pad or 0
    local handle = board:text(params.handle, { size = 46, weight = "bold", width = room - button - height - 2 * pad })
    local width = height + handle.width + pad + button + (action and 0.35 * pad or 0)
    local x, y = (board.width - width) / 2, board.bottom - height - (board.is_tall and 0.14 * board.height or 0)
    local disc = 0.29 * height
    return function(moment)
      local open = height + (width - height) * moment:there(0.25, 0.7)
      local left = x + (width - open) / 2
      local size = moment:there(0, 0.35) * height
      local plate = board:bar(left + (height - size) / 2, y + (height - size) / 2, open - height + size, size, theme.paper, height)
      local face = mr.shape { ellipse = { left + height / 2 - disc, y + height / 2 - disc, 2 * disc, 2 * disc }, fill = theme.accent }
      local at = board:text("@", { size = 40, weight = "bold" })
      face = board:at(at.image, left + (height - at.width) / 2, y + (height - at.height) / 2):over(face)
      local drawn = face:opacity(moment:there(0.1, 0.4)):over(plate)
      drawn = board:at(handle:coming(moment:there(0.45, 0.9), moment, { y = board:px(24), opacity = 0 }, "character"),
        x + height, y + (height - handle.height) / 2):over(drawn)
      if not action then return drawn end
      local there, tall = moment:there(0.6, 1), 0.68 * height
      local knob = board:bar(0, 0, button, tall, theme.accent, tall / 2)
      knob = board:at(action.image, pad, (tall - action.height) / 2):over(knob)
      knob = knob:transform(mr.transform.scale(0.7 + 0.3 * there, 0.7 + 0.3 * there, { button / 2, tall / 2 }))
      return board:at(knob, x + width - button - 0.35 * pad, y + (height - tall) / 2):opacity(there):over(drawn)
    end
  end,
}
