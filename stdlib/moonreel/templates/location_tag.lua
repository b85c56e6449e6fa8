-- SPDX-License-Identifier: MIT
-- location_tag: a pin, a place, and a word about it, in the upper left corner.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.LocationTagOptions: moonreel.TemplateOptions
---@field place string its name
---@field detail? string the second line (default "")

-- A pin whose point stands at the bottom of a box.
local function pin(board, x, y, size)
  local r = size * 0.34
  local path = ("M%f %fC%f %f %f %f %f %fA%f %f 0 1 1 %f %fC%f %f %f %f %f %fZ"):format(x + size / 2, y + size,
    x + size / 2 - 0.1 * size, y + 0.78 * size, x + size / 2 - r, y + 0.6 * size, x + size / 2 - r, y + r,
    r, r, x + size / 2 + r, y + r, x + size / 2 + r, y + 0.6 * size, x + size / 2 + 0.1 * size, y + 0.78 * size,
    x + size / 2, y + size)
  local hole = 0.42 * r
  return mr.shape { ellipse = { x + size / 2 - hole, y + r - hole, 2 * hole, 2 * hole }, fill = board.theme.ink }
    :over(mr.shape { path = path, fill = board.theme.accent })
end

return template {
  name = "location_tag",
  options = { place = { "string", required = true }, detail = { "string", default = "" } },
  build = function(board, params)
    local theme, pad = board.theme, board:px(22)
    local most = math.min(board.right - board.left, board:px(960)) - 5 * pad - board:px(70)
    local place = board:text(params.place, { size = 48, weight = "bold", width = most })
    local detail = params.detail ~= "" and board:text(params.detail, { size = 32, fill = theme.muted, width = most })
    local height = place.height + (detail and detail.height or 0) + pad
    local size = math.min(height - pad, board:px(86))
    local x, y = board.left, board.top + (board.is_tall and 0.06 * board.height or 0)
    local text_x = x + size + 1.6 * pad
    local width = text_x - x + math.max(place.width, detail and detail.width or 0) + 1.4 * pad
    return function(moment)
      local fallen = moment:there(0, 0.5, function(s) return 1 - (1 - s) ^ 3 end)
      local icon = pin(board, x + 0.7 * pad, y + (height - size) / 2 - (1 - fallen) * size * 0.5, size):opacity(fallen)
      local open = moment:there(0.2, 0.7) * width
      local drawn = board:bar(x, y, open, height, theme.paper, board:px(14))
      drawn = board:at(place:coming(moment:there(0.4, 0.9), moment, { x = board:px(-30), opacity = 0 }), text_x, y + pad / 2)
        :over(drawn)
      if detail then
        drawn = board:at(detail.image:opacity(moment:there(0.6, 1)), text_x, y + pad / 2 + place.height):over(drawn)
      end
      return icon:over(drawn)
    end
  end,
}
