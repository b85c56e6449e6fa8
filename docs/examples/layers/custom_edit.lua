-- SPDX-License-Identifier: MIT
-- Three clips with two kinds of transition between them: a cross dissolve, and a wipe along the diagonal.
local mr = require "moonreel"
local tr = require "moonreel.transitions"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
local first, second, third = table.unpack(show:sequence({ mr.samples.clips, overlap = 1 }).layers)
show:transition(first, second, tr.dissolve())
show:transition(second, third, tr.wipe { angle = 45, softness = 0.1 })
return show
