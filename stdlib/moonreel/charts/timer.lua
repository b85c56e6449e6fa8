-- SPDX-License-Identifier: MIT
-- timer: seconds that run down, or up: digits in a ring, in a disc that empties, or alone.

local mr = require "moonreel"
local chart = require "moonreel.chart"

---@class moonreel.TimerOptions: moonreel.ChartOptions
---@field seconds? number       that it runs (default 10)
---@field count? string         one of "down", "up" (default "down")
---@field face? string          one of "ring", "disc", "digits" (default "ring")
---@field tenths? boolean       tenths of seconds too (default false)
---@field smooth? boolean       the ring moves all the time (default true: else once a second)
---@field thickness? number     of the ring, as a share of its radius, 0.02 to 1 (default 0.14)
---@field finish? string        words at the end instead of digits
---@field warning? number       seconds before the end from which on the second colour is used (default 3)

local function plan(_, sheet)
  local x, y, width, height = table.unpack(sheet.box)
  return { x = x + width / 2, y = y + height / 2, radius = math.min(width, height) / 2 }
end

-- "1:05", "65" below a minute in all, "1:02:03" from an hour on.
local function digits(seconds, whole, tenths)
  local rest = tenths and ("%04.1f"):format(seconds % 60) or ("%02d"):format(math.floor(seconds) % 60)
  local minutes = math.floor(seconds / 60)
  if whole >= 3600 then return ("%d:%02d:%s"):format(minutes // 60, minutes % 60, rest) end
  if whole >= 60 then return ("%d:%s"):format(minutes, rest) end
  return tenths and ("%.1f"):format(seconds) or ("%d"):format(math.floor(seconds))
end

-- What is shown of `seconds` that are left: the second that runs counts as whole until it is over.
local function shown(left, params)
  local step = params.tenths and 0.1 or 1
  if params.count == "up" then return math.floor((params.seconds - left) / step + 1e-6) * step end
  return math.ceil(left / step - 1e-6) * step
end

local function ring(plan, params, share, color)
  local wide = plan.radius * params.thickness
  return mr.shape {
    arc = { center = { plan.x, plan.y }, radius = plan.radius - wide / 2, from = -90, to = -90 + 360 * share },
    stroke = { width = wide, color = color, cap = share < 1 and "round" or "butt" },
  }
end

local function disc(plan, share, color)
  return mr.shape {
    arc = { center = { plan.x, plan.y }, radius = plan.radius, from = -90, to = -90 + 360 * share, pie = share < 1 },
    fill = color,
  }
end

local function draw(plan, params, time, sheet)
  local left = math.max(0, math.min(params.seconds, params.seconds - (time - params.delay)))
  local moving = params.smooth and left or math.ceil(left - 1e-6)
  local share = math.min(1, moving / params.seconds)
  if params.count == "up" then share = 1 - share end
  local color = chart.color(params, left <= params.warning and 2 or 1)
  local picture, reach = mr.image.empty(), plan.radius
  if params.face == "ring" then
    reach = plan.radius * (1 - params.thickness)
    picture = ring(plan, params, 1, params.color):opacity(0.14)
    if share > 0 then picture = ring(plan, params, share, color):over(picture) end
  elseif params.face == "disc" then
    picture = disc(plan, 1, params.color):opacity(0.14)
    if share > 0 then picture = disc(plan, share, color):over(picture) end
  end
  -- A ring that is a disc leaves no room for digits.
  if reach < 2 then return picture end
  local is_over = left == 0 and params.finish
  local text = is_over and params.finish or digits(shown(left, params), params.seconds, params.tenths)
  local is_alone = params.face == "digits"
  local style = sheet:style(text, {
    size = reach * 0.8, weight = "bold", fit = "shrink", width = is_alone and sheet.box[3] or reach * 1.5,
    height = reach * 1.1, align = "center", vertical_align = "middle", fill = is_alone and color or params.color })
  return sheet:words(style, plan.x, plan.y, 0.5, 0.5):over(picture)
end

return chart {
  name = "timer",
  options = {
    seconds = { "number", default = 10, min = 0.1, max = 359999 },
    count = { "choice", among = { "down", "up" }, default = "down" },
    face = { "choice", among = { "ring", "disc", "digits" }, default = "ring" },
    tenths = { "boolean", default = false },
    smooth = { "boolean", default = true },
    thickness = { "number", default = 0.14, min = 0.02, max = 1 },
    finish = { "string" },
    warning = { "number", default = 3, min = 0 },
  },
  plan = plan,
  draw = draw,
}
