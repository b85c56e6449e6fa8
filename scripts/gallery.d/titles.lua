-- SPDX-License-Identifier: MIT
-- One film with every title preset for `seconds` each, in the order of `moonreel.titles`; scripts/gallery cuts it up.

local mr = require "moonreel"
local titles = require "moonreel.titles"
local samples = require "samples"

local width, height, seconds = 240, 90, 2.4


local show = mr.composition { size = { width, height }, fps = 10, background = "#141a26" }
for index, name in ipairs(titles.names) do
  local given = { size = 34, weight = "bold", font = "DejaVu Sans", fill = "#f4efe6" }
  if name ~= "count_up" then given.text = (name:gsub("_", " ")) end
  for option, value in pairs(samples.titles[name] or {}) do given[option] = value end
  local at = (index - 1) * seconds
  show:add { source = titles[name](given), at = at, duration = seconds }
end
return show
