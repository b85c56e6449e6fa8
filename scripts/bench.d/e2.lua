-- SPDX-License-Identifier: MIT
-- E2: three clips with dissolves of one second between them, and an end in black and silence.

local mr = require "moonreel"
local settings = require "settings"

local a, b, c = settings.clip "A", settings.clip "B", settings.clip "C"
local timeline = mr.timeline()
local odd, even = timeline:add_track "video", timeline:add_track "video"
local odd_sound, even_sound = timeline:add_track "audio", timeline:add_track "audio"

local function place(kind, tracks)
  tracks[1]:insert(a[kind], { 0, 10 }, 0)
  tracks[1]:insert(c[kind], { 0, 10 }, 18)
  tracks[2]:insert(b[kind], { 0, 10 }, 9)
end
place("video", { odd, even })
place("audio", { odd_sound, even_sound })

local function layer(track) return mr.layer_instruction(track) end
local look = mr.video_composition {
  size = { 1920, 1080 }, fps = 30,
  instructions = {
    { range = { 0, 9 }, layers = { layer(odd) } },
    { range = { 9, 10 }, layers = { layer(odd):opacity_ramp(1, 0, { 9, 10 }), layer(even) } },
    { range = { 10, 18 }, layers = { layer(even) } },
    { range = { 18, 19 }, layers = { layer(even):opacity_ramp(1, 0, { 18, 19 }), layer(odd) } },
    { range = { 19, 27 }, layers = { layer(odd) } },
    { range = { 27, 28 }, layers = { layer(odd):opacity_ramp(1, 0, { 27, 28 }) } },
  },
}
local mix = mr.audio_mix()
  :volume_ramp(odd_sound, 1, 0, { 9, 10 }):volume_ramp(even_sound, 0, 1, { 9, 10 })
  :volume_ramp(even_sound, 1, 0, { 18, 19 }):volume_ramp(odd_sound, 0, 1, { 18, 19 })
  :volume_ramp(odd_sound, 1, 0, { 27, 28 })

return settings.export(timeline, look, mix)
