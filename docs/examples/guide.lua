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

local timeline = mr.timeline()
local video, audio = timeline:add_track "video", timeline:add_track "audio"
video:insert(first.video):insert(second.video)
audio:insert(first.audio, { 0, video.segments[1].range[2] }):insert(second.audio)

local cut, stop = video.segments[1].range[2], timeline.duration
local opening = mr.layer_instruction(video):transform(first.video:fitted_transform(size))
local closing = mr.layer_instruction(video):transform(second.video:fitted_transform(size))

local look = mr.video_composition { size = size, fps = 30, background = "red", instructions = {
  { range = { 0, cut }, layers = { opening:opacity_ramp(1, 0, { cut - 1, cut }) } },
  { range = { cut, stop }, layers = { closing } },
} }
local mix = mr.audio_mix():volume_ramp(audio, 1, 0, { cut - 1, cut }):volume(audio, 1, cut)
return mr.export { timeline, video = look, audio = mix }
