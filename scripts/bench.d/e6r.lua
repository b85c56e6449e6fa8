-- SPDX-License-Identifier: MIT
-- E6R: the first seven seconds, encoded again.

local mr = require "moonreel"
local settings = require "settings"

local timeline = mr.timeline()
timeline:insert(settings.clip "A", { 0, 7 })
return settings.export(timeline)
