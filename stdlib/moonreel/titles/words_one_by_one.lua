-- SPDX-License-Identifier: MIT
-- words_one_by_one: one word at a time, in the middle, over all of its time.

local mr = require "moonreel"
local title = require "moonreel.title"

---@class moonreel.titles.WordsOneByOneOptions: moonreel.TitleOptions
---@field pace? number  seconds a word (default: all of them fit, else 0.4)
---@field grow? number  by which each grows while it is there (default 0.06); 5 takes ten times as long

return title {
  name = "words_one_by_one",
  length = 0, leave_length = 0,
  needs_text = true,
  ease = "out_back",
  options = { pace = { "number", min = 0.01 }, grow = { "number", default = 0.06, min = -0.9, max = 5 } },
  enter = function() return function() return mr.image.empty() end end,
  rest = function(stage, params)
    local words, middle = stage:units "word", stage.size[1] / 2
    for _, word in ipairs(words) do
      local baseline = stage.size[2] / 2 + 0.35 * stage.em
      word.image = stage:letter(word.text, { x = middle, width = 0, baseline = baseline })
    end
    return function(passed, remaining)
      local pace = params.pace or (remaining and (passed + remaining) / math.max(1, #words)) or 0.4
      local index = math.floor(passed / pace + 1e-9) + 1
      local word = words[index]
      if not word then return mr.image.empty() end
      local here = passed / pace - (index - 1)
      local arrived = params.ease(math.min(1, here * pace / math.min(0.18, pace / 2)))
      return stage:scaled(word.image, (0.7 + 0.3 * arrived) * (1 + params.grow * here)):opacity(
        math.min(1, 0.4 + 10 * here * pace))
    end
  end,
}
