-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/composition.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "#202630" }
local dusk, lagoon = mr.source.lights { palette = "dusk" }, mr.source.lights { palette = "lagoon" }

-- mr.composition
local badge = mr.composition { size = { 160, 90 }, fps = 30 }     -- nothing behind it: a pre-composition
badge:add { source = mr.text { text = "REC", size = 40, fill = "#e8452c" }, duration = 2 }
show:add { source = dusk, duration = 4 }
show:add { source = badge, at = 1, gravity = "top_right", fit = "none" }

-- mr.overlay
show:add { source = dusk, duration = 4 }
local mark = mr.composition { size = show.size, fps = show.fps }
mark:add { source = mr.text { text = "draft", size = 30 }, duration = 4, opacity = 0.5 }
show = mr.overlay(show, mark)

-- mr.adjustment
local fx = require "moonreel.effects"
show:add { source = dusk, duration = 4 }
show:add { source = mr.adjustment { fx.vignette { strength = 0.8 } }, at = 1, duration = 2 }

-- Composition:add
show:add { source = dusk, duration = 4 }
show:add {
  source = mr.text { text = "Harbour", size = 60 }, at = 1, duration = 2,
  position = { { 0, { 320, 300 } }, { 1, { 320, 180 }, "out_cubic" } }, opacity = { { 0, 0 }, { 0.5, 1 } },
}

-- Composition:add_captions
show:add { source = dusk, duration = 4 }
show:add_captions(mr.captions { { range = { 1, 3 }, text = "[wind]" } }, { language = "en" })

-- Composition:add_metadata
show:add { source = dusk, duration = 4 }
show:add_metadata { { range = { 0, 4 }, items = { ["com.example.score"] = "2:1" } } }

-- Composition:sequence
local tr = require "moonreel.transitions"
show:sequence { dusk, lagoon, clip_duration = 3, overlap = 1, transition = tr.wipe { angle = 90 } }

-- Composition:transition
local tr = require "moonreel.transitions"
local first = show:add { source = dusk, duration = 3 }
local second = show:add { source = lagoon, at = 2, duration = 3 }
show:transition(first, second, tr.iris {}, { ease = "in_out_sine" })

-- Composition:on_frame
show:add { source = dusk, duration = 4 }
show:on_frame(function(frame, time) return frame:saturation(math.min(1, time / 2)) end)

-- Sequence:trim
local cut = show:sequence { dusk, lagoon, clip_duration = 3 }
cut:trim(1, "stop", -0.5)                     -- a gap of half a second before the second
assert(cut[1].stop == 2.5 and cut[2].start == 3)

-- Sequence:ripple
local cut = show:sequence { dusk, lagoon, clip_duration = 3 }
cut:ripple(1, "stop", -0.5)
assert(cut[2].start == 2.5)

-- Sequence:roll
local cut = show:sequence { dusk, lagoon, clip_duration = 3 }
cut:roll(1, 0.5)                              -- the cut comes later, the film is as long as before
assert(cut[2].start == 3.5 and show.duration == 6)

-- Sequence:slip
local clip = mr.source.image { mr.image.test_card { size = { 640, 360 } }, size = { 640, 360 }, duration = 9 }
local cut = show:sequence { { source = clip, trim = { 2, 5 } }, { source = lagoon, duration = 3 } }
cut:slip(1, 0.5)                              -- shows 2.5 to 5.5 of the clip, at the same place
assert(cut[1].start == 0 and cut[1].duration == 3)

-- Sequence:slide
local cut = show:sequence { dusk, lagoon, dusk, clip_duration = 3 }
cut:slide(2, 1)
assert(cut[2].start == 4 and cut[3].start == 7)

-- Sequence:split
local cut = show:sequence { dusk, lagoon, clip_duration = 3 }
local rest = cut:split(1)
rest.rotation = 5
assert(#cut == 3 and rest.start == 1)

-- Sequence:lift
local cut = show:sequence { dusk, lagoon, dusk, clip_duration = 3 }
cut:lift(2)
assert(#cut == 2 and cut[2].start == 6)

-- Sequence:extract
local cut = show:sequence { dusk, lagoon, dusk, clip_duration = 3 }
cut:extract(2)
assert(#cut == 2 and cut[2].start == 3)

-- Sequence:insert
local cut = show:sequence { dusk, dusk, clip_duration = 3 }
cut:insert(2, { source = lagoon, duration = 1 })
assert(cut[3].start == 4)

-- Sequence:overwrite
local cut = show:sequence { dusk, dusk, clip_duration = 3 }
cut:overwrite(2, { source = lagoon, duration = 2 })
assert(cut[2].start == 2 and cut[3].start == 4)

-- Layer:animate
local fx = require "moonreel.effects"
local layer = show:add { source = dusk, duration = 4, effects = { fx.vignette {} } }
layer:animate("scale", { { 0, 1 }, { "100%", 1.2, "in_out_sine" } })
layer:animate("vignette.strength", { { 0, 0 }, { 2, 1 } })
layer:animate("rotation", function(time) return 3 * math.sin(time) end)

-- Layer:value
local layer = show:add { source = dusk, duration = 4, opacity = { { 0, 0 }, { 2, 1 } } }
assert(layer:value("opacity", 1) == 0.5)

-- Layer:marker
local layer = show:add { source = dusk, at = 2, duration = 4 }
layer:marker("flash", 1.5)
show:add { source = lagoon, at = layer.start + layer:marker "flash", duration = 0.2 }

-- Stack:picture, Stack:composed
local back, front
show = mr.composition {
  size = { 640, 360 }, fps = 30,
  compositor = function(stack)
    local picture = stack:picture(front)      -- nil where it shows nothing
    return picture and picture:blend(stack:picture(back), "screen") or stack:composed()
  end,
}
back = show:add { source = dusk, duration = 4 }
front = show:add { source = lagoon, at = 1, duration = 2 }

-- mr.easing, mr.easing.named
local soft = mr.easing.named "in_out_sine"
assert(soft(0) == 0 and soft(1) == 1)
show:add { source = dusk, duration = 4, scale = { { 0, 1 }, { 4, 1.3, soft } } }

-- mr.easing.bezier
show:add { source = dusk, duration = 4, scale = { { 0, 1 }, { 4, 1.3, mr.easing.bezier(0.2, 0, 0, 1) } } }

-- mr.easing.steps
show:add { source = dusk, duration = 4, rotation = { { 0, 0 }, { 4, 40, mr.easing.steps(4) } } }

-- mr.easing.spring
show:add { source = mr.text { text = "Hop", size = 90 }, duration = 3, y = { { 0, -60 }, { 1.5, 180, mr.easing.spring { damping = 8 } } } }

return show
