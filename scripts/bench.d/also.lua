-- SPDX-License-Identifier: MIT
-- Three clips that move slowly, in the usual encoding of the file's name, so that each of several files may be made alone.

local mr = require "moonreel"
local fx = require "moonreel.effects"
local settings = require "settings"

local show = mr.composition { size = { 1920, 1080 }, fps = 30, duration = 12 }
for index, name in ipairs { "A", "B", "C" } do
  show:add {
    source = settings.clip(name), at = 4 * (index - 1), duration = 4,
    effects = { fx.ken_burns { from_zoom = 1, to_zoom = 1.08 } },
  }
end
return show
