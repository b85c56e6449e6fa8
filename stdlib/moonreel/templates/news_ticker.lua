-- SPDX-License-Identifier: MIT
-- news_ticker: a band along the lower edge through which news run.

local mr = require "moonreel"
local template = require "moonreel.template"
local words = require "moonreel.words"

---@class moonreel.templates.NewsTickerOptions: moonreel.TemplateOptions
---@field items table  the news, a list of strings
---@field label? string  at the left (default "NEWS"; "": none)
---@field speed? number  frame widths a second (default 0.12)

local function check(params)
  for index, item in ipairs(params.items) do
    if type(item) ~= "string" then
      error("bad 'items' of news_ticker: item " .. index .. " is to be a string, got " .. words.found(item), 3)
    end
  end
  if #params.items == 0 then error("bad 'items' of news_ticker: there is none", 3) end
end

-- All news in a row, each followed by a dot; the pictures with their places, and how long the row is.
local function row_of(board, items)
  local row, x, gap = {}, 0, board:px(40)
  for _, item in ipairs(items) do
    local text = board:text(item, { size = 40, width = 16000 })
    row[#row + 1] = { image = text.image, x = x, width = text.width, height = text.height }
    x = x + text.width + gap
    row[#row + 1] = { x = x, width = board:px(14), height = board:px(14) }
    x = x + board:px(14) + gap
  end
  return row, x
end

return template {
  name = "news_ticker", enter = 0.6, leave = 0.5,
  options = {
    items = { "list", required = true }, label = { "string", default = "NEWS" },
    speed = { "number", default = 0.12, min = 0, max = 10 },
  },
  check = check,
  build = function(board, params)
    local theme, height = board.theme, board:px(92)
    local y = board.bottom - height
    local row, length = row_of(board, params.items)
    local label = params.label ~= ""
      and board:text(params.label, { size = 38, weight = "bold", width = 0.3 * board.width })
    local box = label and board.left + label.width + board:px(36) or 0
    return function(moment)
      local drawn, there = mr.image.empty(), moment:there(0, 1)
      local first = (moment.time * params.speed * board.width) % length
      for copy = 0, math.ceil(board.width / length) do
        for _, part in ipairs(row) do
          local x = box + board:px(40) + part.x + copy * length - first
          if x < board.width and x + part.width > box then
            local image = part.image or board:bar(0, 0, part.width, part.height, theme.accent, part.height)
            drawn = board:at(image, x, y + (height - part.height) / 2):over(drawn)
          end
        end
      end
      drawn = drawn:crop { box, y, board.width - box, height }:over(board:bar(0, y, board.width, height, theme.paper))
      if label then
        drawn = board:at(label.image, board.left, y + (height - label.height) / 2)
          :over(board:bar(0, y, box, height, theme.accent):over(drawn))
      end
      return drawn:transform(mr.transform.translate(0, (1 - there) * (board.height - y)))
    end
  end,
}
