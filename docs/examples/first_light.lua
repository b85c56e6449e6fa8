-- SPDX-License-Identifier: MIT
-- The first film: three clips, two transitions, a moving inset, a look, and music that swells.
-- Its clips and music are made by the scripts in docs/examples/demo; scripts/demo does all of it.

local mr = require "moonreel"

local p = mr.params {
  media = { "string", default = ".build/demo", doc = "the folder with the clips and the music" },
}
local function clip(name) return mr.asset(p.media .. "/" .. name) end
local dunes, tide, lanterns, score =
  clip "dunes.mp4", clip "tide.mp4", clip "lanterns.mp4", clip "score.wav"

-- Tracks: two that take turns, so that neighbours can overlap, and one for the inset.
local timeline = mr.timeline()
local first, second, inset =
  timeline:add_track "video", timeline:add_track "video", timeline:add_track "video"
local music = timeline:add_track "audio"
first:insert(dunes.video, { 0, 4 }, 0)
second:insert(tide.video, { 0, 4.5 }, 3)
first:insert(lanterns.video, { 0, 3.5 }, 6.5)
inset:insert(lanterns.video, { 0, 4 }, 1)
music:insert(score.audio, { 0, 10 }, 0)

-- The inset glides along the lower edge while it fades in and out.
local small = mr.transform.scale(0.28)
local gliding = mr.layer_instruction(inset)
  :transform_ramp(small:translate(64, 470), small:translate(858, 454), { 1, 5 })
  :opacity_ramp(0, 1, { 1, 1.6 })
  :opacity_ramp(1, 0, { 4.4, 5 })

-- One transition is a dissolve of layers, the other a function that is called for each frame.
local function through_light(request)
  local t = request.progress
  local from, to = request:frame(second):blur(18 * t), request:frame(first):blur(18 * (1 - t))
  return from:dissolve(to, t):gain(1 + 0.9 * t * (1 - t))
end

-- A look for the whole film: a little more contrast and colour, and darker corners.
local vignette = mr.image.radial_gradient {
  center = { 640, 360 }, radius = 900, stops = { { 0, "#00000000" }, { 0.5, "#00000000" }, { 1, "#000000c0" } },
}
local function look(image) return vignette:over(image:contrast(1.06):saturation(1.12)) end

local film = mr.video_composition {
  size = { 1280, 720 }, fps = 30, filter = look,
  instructions = {
    { range = { 0, 3 }, layers = { gliding, mr.layer_instruction(first) } },
    { range = { 3, 4 }, layers = {
      gliding, mr.layer_instruction(first):opacity_ramp(1, 0, { 3, 4 }), mr.layer_instruction(second) } },
    { range = { 4, 6.5 }, layers = { gliding, mr.layer_instruction(second) } },
    { range = { 6.5, 7.5 }, sources = { first, second }, compositor = through_light },
    { range = { 7.5, 10 }, layers = { mr.layer_instruction(first):opacity_ramp(1, 0, { 9, 10 }) } },
  },
}

local mix = mr.audio_mix()
  :volume_ramp(music, 0, 0.9, { 0, 1.5 })
  :volume_ramp(music, 0.9, 0, { 8, 10 })

return mr.export { timeline, video = film, audio = mix }
