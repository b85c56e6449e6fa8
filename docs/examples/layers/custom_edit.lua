-- SPDX-License-Identifier: MIT
-- Three clips with two kinds of transition between them: a cross dissolve, and a wipe along the diagonal.
local mr = require "moonreel"
local tr = require "moonreel.transitions"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
local clips = show:sequence { mr.samples.clips, overlap = 1 }
show:transition(clips[1], clips[2], tr.dissolve())
show:transition(clips[2], clips[3], tr.wipe { angle = 45, softness = 0.1 })
return show
