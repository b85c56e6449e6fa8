-- SPDX-License-Identifier: MIT
-- E1: three clips, one after another, with their sound.

local mr = require "moonreel"
local settings = require "settings"

local timeline = mr.timeline()
for _, name in ipairs { "A", "B", "C" } do timeline:insert(settings.clip(name), { 0, 10 }) end
return settings.export(timeline)
