-- SPDX-License-Identifier: MIT
-- Eleven seconds of the built-in band.

local mr = require "moonreel"

local timeline = mr.timeline()
local audio = timeline:add_track "audio"
audio:insert(mr.source.music { seed = 11, tempo = 92 }, { 0, 11 }, 0)
return timeline
