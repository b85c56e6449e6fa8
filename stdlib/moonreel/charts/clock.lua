-- SPDX-License-Identifier: MIT
-- clock: a dial with hands that go on from a time of day.

local mr = require "moonreel"
local chart = require "moonreel.chart"
local paper = require "moonreel.chart.paper"

---@class moonreel.ClockOptions: moonreel.ChartOptions
---@field at? string            the time of day at the start, "HH:MM" or "HH:MM:SS" (default "10:08:00")
---@field speed? number         seconds of the clock in a second (default 1)
---@field second_hand? boolean  (default true)
---@field sweep? boolean        the second hand moves all the time, instead of once a second (default false)
---@field numerals? boolean     the hours 1 to 12 (default true)
---@field face? moonreel.Color  of the dial (default "#ffffff14")

-- Seconds since midnight.
local function seconds_of(text)
  local hours, minutes, rest = text:match "^(%d%d?):(%d%d)(.*)$"
  local seconds = rest == "" and "0" or rest and rest:match "^:(%d%d)$"
  if not (seconds and tonumber(hours) < 24 and tonumber(minutes) < 60 and tonumber(seconds) < 60) then
    chart.refuse(("bad 'at' of clock: expected a time of day such as '9:41' or '21:04:30', got '%s'"):format(text))
  end
  return tonumber(hours) * 3600 + tonumber(minutes) * 60 + tonumber(seconds)
end

local function place(plan, radius, turns)
  local angle = (turns - 0.25) * 2 * math.pi
  return plan.x + radius * math.cos(angle), plan.y + radius * math.sin(angle)
end

local function marks(plan, from, every, length, width, color)
  local path = {}
  for index = 0, 59, every do
    if every > 1 or index % 5 ~= 0 then
      local x, y = place(plan, from - length, index / 60)
      local x2, y2 = place(plan, from, index / 60)
      path[#path + 1] = paper.path("M", x, y, "L", x2, y2)
    end
  end
  return mr.shape { path = table.concat(path, " "), stroke = { width = width, color = color, cap = "round" } }
end

local function dial(plan, params, sheet)
  local radius = plan.radius
  local box = { plan.x - radius, plan.y - radius, 2 * radius, 2 * radius }
  local picture = mr.shape {
    ellipse = box, fill = params.face,
    stroke = { width = radius * 0.045, color = params.color, position = "inside" },
  }
  picture = marks(plan, radius * 0.91, 5, radius * 0.07, radius * 0.03, params.color)
    :over(marks(plan, radius * 0.91, 1, radius * 0.025, radius * 0.012, params.color):opacity(0.6)):over(picture)
  for hour = 1, params.numerals and 12 or 0 do
    local x, y = place(plan, radius * 0.7, hour / 12)
    local style = sheet:style(tostring(hour), { size = radius * 0.17, weight = "bold" })
    picture = sheet:words(style, x, y, 0.5, 0.5):over(picture)
  end
  return picture
end

local function plan(params, sheet)
  local x, y, width, height = table.unpack(sheet.box)
  local result = { x = x + width / 2, y = y + height / 2, radius = math.min(width, height) / 2 }
  result.start, result.dial = seconds_of(params.at), dial(result, params, sheet)
  return result
end

local function hand(plan, turns, length, tail, width, color)
  local x, y = place(plan, plan.radius * length, turns)
  local x2, y2 = place(plan, -plan.radius * tail, turns)
  return mr.shape {
    line = { { x2, y2 }, { x, y } },
    stroke = { width = plan.radius * width, color = color, cap = "round" },
    shadow = { offset = { 0, plan.radius * 0.012 }, blur = plan.radius * 0.014, color = "#0006" },
  }
end

local function draw(plan, params, time)
  local now = plan.start + math.max(0, time - params.delay) * params.speed
  local accent = chart.color(params, 2)
  local picture = hand(plan, now / 43200, 0.5, 0.08, 0.05, params.color):over(plan.dial)
  picture = hand(plan, now / 3600, 0.78, 0.08, 0.035, params.color):over(picture)
  if params.second_hand then
    local seconds = params.sweep and now or math.floor(now + 1e-6)
    picture = hand(plan, seconds % 60 / 60, 0.84, 0.16, 0.015, accent):over(picture)
  end
  local radius = plan.radius * 0.045
  return mr.shape { ellipse = { plan.x - radius, plan.y - radius, 2 * radius, 2 * radius }, fill = accent }
    :over(picture)
end

return chart {
  name = "clock",
  options = {
    at = { "string", default = "10:08:00" },
    speed = { "number", default = 1, min = -86400, max = 86400 },
    second_hand = { "boolean", default = true },
    sweep = { "boolean", default = false },
    numerals = { "boolean", default = true },
    face = { "color", default = "#ffffff14" },
  },
  plan = plan,
  draw = draw,
}
