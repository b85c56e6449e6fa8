-- SPDX-License-Identifier: MIT
-- count_up: a number that runs to its end, in figures of equal width.

local numbers = require "moonreel.chart.numbers"
local title = require "moonreel.title"

---@class moonreel.titles.CountUpOptions: moonreel.TitleOptions
---@field from? number where it begins (default 0)
---@field to number where it ends
---@field decimals? integer how many (default: as many as the number has)
---@field prefix? string before it (default "")
---@field suffix? string after it (default "")
---@field separator? string between thousands (default ",")
---@field short? boolean "1.2M" instead of "1,200,000" (default false)

-- The number as it is written while others run up to it: with as many decimals.
local function written(value, params)
  return numbers.text(value, params, numbers.decimals { params.to })
end

local options = {
  from = { "number", default = 0, min = -1e15, max = 1e15 },
  to = { "number", required = true, min = -1e15, max = 1e15 },
}
for name, rule in pairs(numbers.options) do options[name] = rule end

return title {
  name = "count_up",
  length = 1.6, leave_length = 0.4,
  ease = "out_quart",
  options = options,
  prepare = function(text, params)
    if text.text or text.spans or text.markup then
      error("count_up writes its number itself: give it 'to', 'prefix' and 'suffix' instead of a text", 4)
    end
    text.text = written(params.to, params)
    text.features = text.features or { tnum = true }
  end,
  enter = function(stage, params)
    local place = stage:units("line")[1]
    return function(share)
      local value = params.from + (params.to - params.from) * params.ease(share)
      return stage:letter(written(value, params), place):opacity(math.min(1, share * 8))
    end
  end,
  leave = function(stage) return function(share) return stage.letters:opacity(1 - share) end end,
}
