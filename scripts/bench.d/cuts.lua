-- SPDX-License-Identifier: MIT
-- CUTS: many cuts of three clips, from all over them: memory must not grow with their number.

local mr = require "moonreel"
local settings = require "settings"

local p = mr.params {
  count = { "integer", default = 5, doc = "how many cuts" },
  tenths = { "integer", default = 20, doc = "how long each is, in tenths of a second" },
}
local clips = { settings.clip "A", settings.clip "B", settings.clip "C" }
local timeline = mr.timeline()
for i = 0, p.count - 1 do
  local start = i * 37 % (101 - p.tenths) / 10
  timeline:insert(clips[i % 3 + 1], { start, start + p.tenths / 10 })
end
return settings.export(timeline)
