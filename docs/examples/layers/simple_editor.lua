-- SPDX-License-Identifier: MIT
-- The edits of a simple editor, each one option of a layer: trim, turn, crop, music, a watermark that fades in.
local mr = require "moonreel"

local show = mr.composition { size = { 720, 1280 }, fps = 30 }
show:add {
  source = mr.samples.clips[1], trim = { 0.5, 3.5 },
  crop = { "10%", "10%", "80%", "80%" }, rotation = 90, scale = 720 / 405,
  audio = { volume = 0.4 },
}
show:add { source = mr.source.music { seed = 7 }, duration = 3, audio = { fade_in = 0.5, fade_out = 1 } }
show:add {
  source = mr.image.mask { ellipse = { 0, 0, 120, 120 } }, fit = "none", gravity = "bottom_right",
  duration = 3, opacity = { { 0, 0 }, { 1, 0.6, "out_quad" } },
}
return show
