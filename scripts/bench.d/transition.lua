-- SPDX-License-Identifier: MIT
-- A transition of one second from one clip to another: what `--profile` says of `draw` is what it costs.

local mr = require "moonreel"
local settings = require "settings"
local transitions = require "moonreel.transitions"

local p = mr.params { name = { "string", default = "spin", doc = "which transition" } }
local timeline = mr.timeline()
local old, new = timeline:add_track "video", timeline:add_track "video"
old:insert(settings.clip("A").video, { 0, 1 }, 0)
new:insert(settings.clip("B").video, { 0, 1 }, 0)

local change = transitions[p.name]()
return settings.export(timeline, mr.video_composition {
  size = { 1920, 1080 }, fps = 20,
  instructions = { { range = { 0, 1 }, sources = { old, new }, compositor = function(request)
    return change(request:fitted_frame(old), request:fitted_frame(new), request.progress, request)
  end } },
})
