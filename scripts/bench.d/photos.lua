-- SPDX-License-Identifier: MIT
-- The photographs of T1 and S1: two moments of each clip, enlarged; each is one second here.

local mr = require "moonreel"
local settings = require "settings"

local show = mr.composition { size = { 2400, 1600 }, fps = 1, duration = 6 }
for number = 0, 5 do
  show:add {
    source = settings.clip(({ "A", "B", "C" })[number % 3 + 1]), audio = false, fit = "cover",
    at = number, duration = 1, freeze = number < 3 and 1 or 8,
  }
end
return show
