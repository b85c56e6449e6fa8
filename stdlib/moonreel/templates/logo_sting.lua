-- SPDX-License-Identifier: MIT
-- logo_sting: a sign is drawn, a name comes out of it.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.LogoStingOptions: moonreel.TemplateOptions
---@field name string what comes out of the sign
---@field tagline? string below it (default "")
---@field logo? moonreel.Image  instead of the drawn sign

-- A ring that closes around a disc.
local function sign(board, size, share)
  if share <= 0 then return mr.image.empty() end
  local thick = 0.1 * size
  local ring = mr.shape {
    ellipse = { thick / 2, thick / 2, size - thick, size - thick },
    stroke = { width = thick, color = board.theme.accent, cap = "round" }, trim = { 0, share, offset = -0.25 },
  }
  local core = 0.22 * size * share
  return mr.shape { ellipse = { size / 2 - core, size / 2 - core, 2 * core, 2 * core }, fill = board.theme.ink }
    :over(ring)
end

local function logo_of(board, params, size, share)
  if not params.logo then return sign(board, size, share) end
  local logo = params.logo:fit { size, size }
  return logo:scale(0.8 + 0.2 * share, 0.8 + 0.2 * share, { size / 2, size / 2 }):opacity(share)
end

return template {
  name = "logo_sting", enter = 1.4,
  options = {
    name = { "string", required = true }, tagline = { "string", default = "" }, logo = { "image" },
  },
  build = function(board, params)
    local size, gap = board:px(220), board:px(44)
    local room = board.right - board.left
    local most = board.is_tall and room or room - size - gap
    local name = board:text(params.name, { size = 120, weight = "bold", width = most })
    local line = params.tagline ~= "" and board:text(params.tagline, { size = 36, fill = board.theme.muted, width = most })
    local words = name.height + (line and line.height or 0)
    local wide = math.max(name.width, line and line.width or 0)
    local x, y = (board.width - size - gap - wide) / 2, (board.height - words) / 2
    local sign_x, sign_y, text_x = x, (board.height - size) / 2, x + size + gap
    if board.is_tall then
      sign_x, sign_y = (board.width - size) / 2, (board.height - size - gap - words) / 2
      text_x, y = (board.width - wide) / 2, sign_y + size + gap
    end
    return function(moment)
      local drawn = board:at(logo_of(board, params, size, moment:there(0, 0.6)), sign_x, sign_y)
      drawn = board:at(name:coming(moment:there(0.35, 0.9), moment, { x = -0.5 * board:px(120), opacity = 0 },
        "character"), text_x, y):over(drawn)
      if not line then return drawn end
      return board:at(line.image:opacity(moment:there(0.7, 1)), text_x, y + name.height):over(drawn)
    end
  end,
}
