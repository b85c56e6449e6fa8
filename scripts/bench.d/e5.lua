-- SPDX-License-Identifier: MIT
-- E5: twice as fast, with the pitch kept in the time domain, as ffmpeg's atempo does.

local mr = require "moonreel"
local settings = require "settings"

local timeline = mr.timeline()
timeline:insert(settings.clip "A", { 0, 10 })
timeline:retime({ 0, 10 }, 5)
return settings.export(timeline, nil, nil, "time_domain")
