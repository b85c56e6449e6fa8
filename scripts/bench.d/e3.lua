-- SPDX-License-Identifier: MIT
-- E3: a template: a clip, a smaller one that moves over it, a logo, a title and music.

local mr = require "moonreel"
local settings = require "settings"

local background, inset = settings.clip "B", settings.clip "A"
local logo, title = settings.file "logo.png", settings.title()

local timeline = mr.timeline()
local function place(source, range, start)
  local track = timeline:add_track "video"
  track:insert(source, range, start)
  return track
end
local below = place(background, { 0, 10 }, 0)
local moving = place(inset, { 0, 5 }, 2)
local mark = place(logo, { 0, 10 }, 0)
local words = place(title, { 0, 4 }, 1)
local speech, music = timeline:add_track "audio", timeline:add_track "audio"
speech:insert(background, { 0, 10 }, 0)
music:insert(settings.file "music.m4a", { 0, 10 }, 0)

local small = mr.transform.scale(0.5)
local look = mr.video_composition {
  size = { 1920, 1080 }, fps = 30,
  instructions = {
    {
      range = { 0, 10 },
      layers = {
        mr.layer_instruction(words):transform(mr.transform.translate(480, 690))
          :opacity_ramp(0, 1, { 1, 1.5 }):opacity_ramp(1, 0, { 4.5, 5 }),
        mr.layer_instruction(mark):transform(mr.transform.translate(1280, 840)):opacity(0.8),
        mr.layer_instruction(moving)
          :transform_ramp(small:translate(80, 60), small:translate(880, 480), { 2, 7 })
          :opacity_ramp(0, 1, { 2, 3 }):opacity_ramp(1, 0, { 6, 7 }),
        mr.layer_instruction(below),
      },
    },
  },
}
local mix = mr.audio_mix()
  :volume_ramp(music, 1, 0.2, { 2, 3 }):volume_ramp(music, 0.2, 1, { 7, 8 })
  :volume_ramp(music, 1, 0, { 9, 10 })

return settings.export(timeline, look, mix)
