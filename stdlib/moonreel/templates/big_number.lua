-- SPDX-License-Identifier: MIT
-- big_number: a number that counts up, with words under it.

local numbers = require "moonreel.chart.numbers"
local template = require "moonreel.template"

---@class moonreel.templates.BigNumberOptions: moonreel.TemplateOptions
---@field value number  where it counts to
---@field label? string below it (default "")
---@field prefix? string before it (default "")
---@field suffix? string after it (default "")
---@field decimals? integer how many (default: as many as the number has)
---@field separator? string between thousands (default ",")
---@field short? boolean "1.2M" instead of "1,200,000" (default false)

-- The number as it is written while others run up to it: with as many decimals.
local function written(value, params)
  return numbers.text(value, params, numbers.decimals { params.value })
end

local options = {
  value = { "number", required = true, min = -1e15, max = 1e15 }, label = { "string", default = "" },
}
for name, rule in pairs(numbers.options) do options[name] = rule end

return template {
  name = "big_number", enter = 1.6,
  options = options,
  build = function(board, params)
    local theme, style = board.theme, { size = 240, weight = "bold", features = { tnum = true } }
    local whole = board:text(written(params.value, params), style)
    local label = params.label ~= "" and board:text(params.label, { size = 52, fill = theme.muted, lines = 2, align = "center" })
    local gap = board:px(20)
    local height = whole.height + (label and gap + label.height or 0)
    local y = (board.height - height) / 2
    local still = { size = whole.stage.em / board.unit, weight = "bold", features = style.features }
    return function(moment)
      local share = moment.is_leaving and 1 or moment:there(0, 1, function(s) return 1 - (1 - s) ^ 4 end)
      local number = share >= 1 and whole or board:text(written(params.value * share, params), still)
      local drawn = board:at(number.image, (board.width - number.width) / 2, y)
      local across = moment:there(0.1, 0.8) * math.min(whole.width, board.right - board.left)
      drawn = board:bar((board.width - across) / 2, y + 0.98 * whole.height, across, board:px(6), theme.accent):over(drawn)
      if label then
        drawn = board:at(label.image:opacity(moment:there(0.3, 0.7)), (board.width - label.width) / 2,
          y + whole.height + gap):over(drawn)
      end
      return drawn:opacity(moment:there(0, 0.25))
    end
  end,
}
