-- SPDX-License-Identifier: MIT
-- E6: the first seven seconds, copied.

local mr = require "moonreel"
local settings = require "settings"

local timeline = mr.timeline()
timeline:insert(settings.clip "A", { 0, 7 })
return mr.export { timeline, preset = "passthrough" }
