-- plugin-name: a name on a plate in a lower corner, beside the mark of assets/mark.svg.
--
-- ```lua
-- local mr = require "moonreel"
-- local plugin_name = require "plugin-name"
-- local show = mr.composition { size = { 640, 360 }, fps = 25 }
-- show:add { source = plugin_name { name = "Anybody", role = "anything" }, duration = 3 }
-- return show
-- ```

-- moonreel test runs the example above, and moonreel docs shows it.

local mr = require "moonreel"
local template = require "moonreel.template"

---@class plugin_name.Options: moonreel.TemplateOptions
---@field name string   whose name
---@field role? string  what they do (default "")

local mark = mr.svg "assets/mark.svg"   -- in this package, wherever it is installed

---@type fun(options: plugin_name.Options): moonreel.Source
local plugin_name = template {
  name = "plugin_name",
  options = {
    name = { "string", required = true },
    role = { "string", default = "" },
  },
  -- Called once for each size of frame; lengths are in board:px, 1080ths of the frame's shorter side.
  build = function(board, params)
    local pad = board:px(26)
    local most = 0.6 * board.width
    local name = board:text(params.name, { size = 64, weight = "bold", width = most })
    local role = params.role ~= "" and board:text(params.role, { size = 38, fill = board.theme.muted, width = most })
    local height = name.height + (role and role.height or 0) + pad
    local width = height + math.max(name.width, role and role.width or 0) + pad
    local x, y = board.left, board.bottom - height
    local sign = mark:fit({ 0.6 * height, 0.6 * height }, "contain")
    -- Called for every frame: moment:there(0, 0.6) goes from 0 to 1 over the first 60 % of the entrance.
    return function(moment)
      local plate = board:bar(x, y, width * moment:there(0, 0.6), height, board.theme.paper)
      local drawn = board:at(sign:opacity(moment:there(0.3, 0.7)), x + 0.2 * height, y + 0.2 * height):over(plate)
      local state = { y = board:px(30), opacity = 0 }
      drawn = board:at(name:coming(moment:there(0.4, 0.9), moment, state), x + height, y + pad / 2):over(drawn)
      if not role then return drawn end
      return board:at(role:coming(moment:there(0.5, 1), moment, state), x + height, y + pad / 2 + name.height)
        :over(drawn)
    end
  end,
}

return plugin_name
