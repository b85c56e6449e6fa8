-- SPDX-License-Identifier: MIT
-- end_credits: roles and names roll up in two columns.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class moonreel.templates.EndCreditsOptions: moonreel.TemplateOptions
---@field credits table  rows { role, name, name … }; a row { title } of one is a heading
---@field title? string  at the top (default "")

-- Two columns that meet in the middle: the picture of a row, and how high it is.
local function row_of(board, row)
  local theme, gap = board.theme, board:px(22)
  local half = (board.right - board.left) / 2 - gap
  if #row == 1 then
    local head = board:text(row[1], { size = 52, weight = "bold", fill = theme.accent, lines = 2, align = "center" })
    return board:at(head.image, (board.width - head.width) / 2, board:px(40)), head.height + board:px(64)
  end
  local role = board:text(row[1], { size = 38, fill = theme.muted, width = half, align = "right", lines = 2 })
  local image, y = board:at(role.image, board.width / 2 - gap - role.width, 0), 0
  for index = 2, #row do
    local name = board:text(row[index], { size = 38, width = half, lines = 2 })
    image = board:at(name.image, board.width / 2 + gap, y):over(image)
    y = y + name.height + board:px(6)
  end
  return image, math.max(y, role.height) + board:px(16)
end

local function check(params)
  for index, row in ipairs(params.credits) do
    if type(row) ~= "table" or #row == 0 then
      error("bad 'credits' of end_credits: row " .. index .. " is to be a list such as { \"Camera\", \"Ada\" }", 3)
    end
    for _, text in ipairs(row) do
      if type(text) ~= "string" then
        error("bad 'credits' of end_credits: row " .. index .. " has something that is no string", 3)
      end
    end
  end
end

return template {
  name = "end_credits", enter = 0, leave = 0,
  options = { credits = { "list", required = true }, title = { "string", default = "" } },
  check = check,
  build = function(board, params)
    local rows, y = {}, 0
    local function add(row)
      local image, height = row_of(board, row)
      rows[#rows + 1] = { image = image, y = y, height = height }
      y = y + height
    end
    if params.title ~= "" then add { params.title } end
    for _, row in ipairs(params.credits) do add(row) end
    return function(moment)
      -- without an end: a tenth of the height a second
      local way = board.height + y
      local passed = moment.duration and moment.time / moment.duration * way or moment.time * 0.1 * board.height
      local image = mr.image.empty()
      for _, row in ipairs(rows) do
        local top = board.height - passed + row.y
        if top > -2 * row.height and top < board.height then image = board:at(row.image, 0, top):over(image) end
      end
      return image
    end
  end,
}
