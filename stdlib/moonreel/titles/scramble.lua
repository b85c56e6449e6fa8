-- SPDX-License-Identifier: MIT
-- scramble: letters change at random and settle one after the other; nothing moves.

local random = require "moonreel.random"
local title = require "moonreel.title"

---@class moonreel.titles.ScrambleOptions: moonreel.TitleOptions
---@field rate? number  changes a second (default 14)
---@field letters? string  what they change into (default: letters of the same kind)

local pools = {
  { "%d", "0123456789" }, { "%u", "ABCDEFGHJKLMNOPRSTUVXYZ" }, { "%l", "abcdeghknopqsuvxyz" },
}

local function letters_of(text)
  local letters = {}
  for _, code in utf8.codes(text) do letters[#letters + 1] = utf8.char(code) end
  return letters
end

-- What a letter may change into: its own kind, or the other letters of the title.
local function pool_of(unit, units, given)
  if given and given ~= "" then return letters_of(given) end
  for _, pool in ipairs(pools) do
    if unit.text:match("^" .. pool[1] .. "$") then return letters_of(pool[2]) end
  end
  local others = {}
  for index, other in ipairs(units) do others[index] = other.text end
  return others
end

return title {
  name = "scramble",
  length = 1.2,
  options = { rate = { "number", default = 14, min = 1, max = 120 }, letters = { "string" } },
  enter = function(stage, params)
    local units, all = stage:units "character", {}
    for index, unit in ipairs(units) do all[index] = pool_of(unit, units, params.letters) end
    local settled = stage:animated { { from = { opacity = 0 }, delay = 0.3, duration = 0, spread = 0.7 } }
    return function(share, time, context)
      local picture, tick = settled(share, time, context), math.floor(time * params.rate + 1e-6)
      for index, unit in ipairs(units) do
        local place = #units > 1 and (index - 1) / (#units - 1) or 0
        if share > 0.3 * place and share <= 0.3 + 0.7 * place then
          local pool = all[index]
          local letter = pool[1 + math.floor(random.number(params.seed, index, tick) * #pool)]
          local there = math.min(0.75, 12 * (share - 0.3 * place))
          picture = stage:letter(letter, unit):opacity(there):over(picture)
        end
      end
      return picture
    end
  end,
}
