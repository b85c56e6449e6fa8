-- SPDX-License-Identifier: MIT
--
-- AVFoundation's programming guide: two clips, one of them portrait, one after the other on red; the first
-- fades out before the cut, picture and sound.
local mr = require "moonreel"

local p = mr.params {
  first  = { "file", required = true, sample = mr.samples.clips[1], doc = "the clip that opens" },
  second = { "file", required = true, sample = mr.samples.clips[2], doc = "the clip that follows" },
}
local first, second, size = mr.asset(p.first), mr.asset(p.second), { 1280, 720 }

local timeline = mr.timeline():insert(first):insert(second)
local video, audio = timeline:tracks_of("video")[1], timeline:tracks_of("audio")[1]
local cut, stop = first.duration, timeline.duration

local opening = mr.layer_instruction(video):transform(first.video:fitted_transform(size))
local closing = mr.layer_instruction(video):transform(second.video:fitted_transform(size))

local look = mr.video_composition { size = size, fps = 30, background = "red", instructions = {
  { range = { 0, cut }, layers = { opening:opacity_ramp(1, 0, { cut - 1, cut }) } },
  { range = { cut, stop }, layers = { closing } },
} }
local mix = audio and mr.audio_mix():volume_ramp(audio, 1, 0, { cut - 1, cut }):volume(audio, 1, cut)
return mr.export { timeline, video = look, audio = mix }
