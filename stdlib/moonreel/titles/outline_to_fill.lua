-- SPDX-License-Identifier: MIT
-- outline_to_fill: first the outlines appear letter by letter, then colour rises in them.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local title = require "moonreel.title"

---@class moonreel.titles.OutlineToFillOptions: moonreel.TitleOptions
---@field thickness? number  of the outlines, in ems (default 0.025)
---@field color? moonreel.Color  of the outlines (default white)

return title {
  name = "outline_to_fill",
  length = 1.4, leave_length = 0.5,
  options = {
    thickness = { "number", default = 0.025, min = 0.001, max = 0.5 }, color = { "color", default = "white" },
  },
  enter = function(stage, params)
    local line = { width = math.max(1, params.thickness * stage.em), color = params.color, position = "center" }
    local outlined = stage:animated({
      { from = { opacity = 0, y = 0.1 * stage.em }, duration = 0.25, spread = 0.25, ease = params.ease },
    }, { fill = "#00000000", stroke = line })
    local top, height = -0.3 * stage.em, stage.size[2] + 0.6 * stage.em
    return function(share, time, context)
      local level = top + height * (1.25 - 1.5 * curve.part(share, 0.45, 0.55))
      local fill = stage.letters:matte(mr.image.linear_gradient {
        from = { 0, level - 0.1 * height }, to = { 0, level + 0.1 * height }, stops = { "#ffffff00", "white" },
      })
      return fill:over(outlined(share, time, context):opacity(1 - curve.part(share, 0.8, 0.2)))
    end
  end,
  leave = function(stage) return function(share) return stage.letters:opacity(1 - share) end end,
}
