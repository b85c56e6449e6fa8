-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/timeline.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local size = { 640, 360 }
local card, lights = mr.source.test_card { size = size }, mr.source.lights { size = size }
local timeline = mr.timeline { fps = 25 }
local video = timeline:add_track "video"
video:insert(card, { 0, 4 }):insert(lights, { 0, 4 })
local tone = timeline:add_track "audio"
tone:insert(mr.source.tone { frequency = 330 }, { 0, 8 })
local show = mr.export { timeline }

-- mr.timeline
local short = mr.timeline { fps = 30 }
short:add_track("video"):insert(card, { 0, mr.frames(45) })
assert(short.duration == 1.5)

-- Timeline:add_track
local above = timeline:add_track "video"
above:insert(lights, { 0, 2 })
assert(#timeline.tracks == 3)

-- Timeline:remove_track
timeline:remove_track(tone)
assert(#timeline:tracks_of "audio" == 0)

-- Timeline:track
assert(timeline:track(video.id).kind == "video")

-- Timeline:tracks_of
for _, track in ipairs(timeline:tracks_of "video") do assert(track.kind == "video") end

-- Timeline:compatible_track
assert(timeline:compatible_track(lights).id == video.id)

-- Timeline:add_captions
timeline:add_captions(mr.captions { { range = { 1, 3 }, text = "[wind]" } }, { language = "en" })

-- Timeline:add_metadata
timeline:add_metadata { { range = { 0, 2 }, items = { ["com.example.score"] = "3:1" } } }

-- Timeline:insert
local opening = mr.timeline { fps = 25 }
opening:add_track("video"):insert(lights, { 0, 1 })
timeline:insert(opening, nil, 0)              -- later content moves
assert(timeline.duration == 9)

-- Timeline:insert_empty
timeline:insert_empty { 4, 5 }
assert(timeline.duration == 9 and video:segment_at(4.5).is_empty)

-- Timeline:remove
timeline:remove { 1, 3 }
assert(timeline.duration == 6)

-- Timeline:retime
timeline:retime({ 0, 4 }, 2)                  -- twice as fast
assert(timeline.duration == 6)

-- Timeline:reverse
timeline:reverse { 0, 4 }
assert(video:segment_at(1).is_reversed)

-- Track:insert
video:insert(lights, { 0, 1 }, 2)             -- at 2 s; what was there moves
assert(video.duration == 9)

-- Track:insert_all
video:insert_all { { lights, { 0, 1 } }, { range = { 0, 0.5 } }, { card, { 0, 1 } } }
assert(video.duration == 10.5)

-- Track:insert_empty
video:insert_empty { 4, 5 }
assert(video:segment_at(4.5).is_empty)

-- Track:remove
video:remove { 0, 1 }
assert(video.duration == 7)

-- Track:retime
video:retime({ 0, 4 }, 8)                     -- half as fast
assert(video:segment_at(1).rate == 0.5)

-- Track:reverse
video:reverse()
assert(video:segment_at(0).is_reversed)

-- Track:segment_at
local segment = video:segment_at(5)
assert(segment.range[1] == 4 and segment.range[2] == 8)

-- Track:set_segments
video:set_segments { { range = { 0, 2 }, source = card, source_range = { 1, 3 } }, { range = { 2, 3 } } }
assert(#video.segments == 2 and video.segments[2].is_empty)

-- Track:replace_format
local clip = mr.asset "a.mp4"
local track = timeline:add_track "video"
track:insert(clip, { 0, 1 })
track:replace_format(clip, { pixel_aspect = { 64, 45 } })

-- Track:associate, Track:associated
local titles = timeline:add_captions(mr.captions { { range = { 0, 2 }, text = "One" } })
video:associate(titles, "chapter_list")
assert(video:associated("chapter_list")[1].id == titles.id)

-- Track:dissociate
local titles = timeline:add_captions(mr.captions { { range = { 0, 2 }, text = "One" } })
video:associate(titles, "chapter_list"):dissociate(titles, "chapter_list")
assert(#video:associated "chapter_list" == 0)

-- Track:validate
video:validate()                              -- raises where segments are not in order

-- mr.audio_mix, AudioMix:volume
local mix = mr.audio_mix():volume(tone, 0.5):volume(tone, 1, 4)
show = mr.export { timeline, audio = mix }

-- AudioMix:volume_ramp
show = mr.export { timeline, audio = mr.audio_mix():volume_ramp(tone, 1, 0, { 6, 8 }) }

-- AudioMix:volume_at
local mix = mr.audio_mix():volume_ramp(tone, 0, 1, { 0, 2 })
assert(mix:volume_at(tone, 1) == 0.5)

-- AudioMix:master_volume
show = mr.export { timeline, audio = mr.audio_mix():master_volume(0.8) }

-- AudioMix:master_volume_ramp
show = mr.export { timeline, audio = mr.audio_mix():master_volume_ramp(1, 0, { 7, 8 }) }

-- AudioMix:declick
show = mr.export { timeline, audio = mr.audio_mix():declick(tone, 0.005) }

-- AudioMix:volume_db
show = mr.export { timeline, audio = mr.audio_mix():volume_db(tone, { { 0, -12 }, { 4, 0 } }) }

-- AudioMix:pan
show = mr.export { timeline, audio = mr.audio_mix():pan(tone, function(time) return math.sin(time) end) }

-- AudioMix:balance
show = mr.export { timeline, audio = mr.audio_mix():balance(tone, -0.5) }

-- AudioMix:invert
show = mr.export { timeline, audio = mr.audio_mix():invert(tone) }

-- AudioMix:channels
show = mr.export { timeline, audio = mr.audio_mix():channels(tone, { 1, 1 }) }

-- AudioMix:effects
local audio = require "moonreel.audio"
show = mr.export { timeline, audio = mr.audio_mix():effects(tone, { audio.low_pass { cutoff = 900 }, audio.reverb {} }) }

-- AudioMix:bus
local music = mr.bus { name = "music", volume = 0.6 }
show = mr.export { timeline, audio = mr.audio_mix():bus(tone, music) }

-- AudioMix:send
local audio = require "moonreel.audio"
local hall = mr.bus { name = "hall", effects = audio.reverb {} }
show = mr.export { timeline, audio = mr.audio_mix():send(tone, hall, 0.3) }

-- AudioMix:mute
show = mr.export { timeline, audio = mr.audio_mix():mute(tone) }

-- AudioMix:solo
show = mr.export { timeline, audio = mr.audio_mix():solo(tone) }

-- AudioMix:loudness
show = mr.export { timeline, audio = mr.audio_mix():loudness(tone, "podcast") }

-- AudioMix:pitch
tone:retime({ 0, 8 }, 4)
show = mr.export { timeline, audio = mr.audio_mix():pitch(tone, "varispeed") }

-- mr.video_composition, mr.layer_instruction
local look = mr.video_composition {
  size = size, fps = 25,
  instructions = { { range = { 0, 8 }, layers = { mr.layer_instruction(video):opacity_ramp(0, 1, { 0, 1 }) } } },
}
show = mr.export { timeline, video = look }

-- VideoComposition:faults
local look = mr.video_composition { size = size, fps = 25, instructions = { { range = { 0, 3 }, layers = { video } } } }
assert(look:faults(timeline)[1].kind == "gap")            -- nothing is said of what comes after 3 s

-- VideoComposition:validate
local look = mr.video_composition { size = size, fps = 25, instructions = { { range = { 0, 3 }, layers = { video } } } }
local is_fine = look:validate(timeline, function(fault)
  look.instructions[1].range = { 0, timeline.duration }
  return fault.kind == "gap"
end)
assert(is_fine)

-- LayerInstruction:opacity
local layer = mr.layer_instruction(video):opacity(0.5):opacity(1, 2)
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- LayerInstruction:opacity_ramp
local layer = mr.layer_instruction(video):opacity_ramp(1, 0, { 6, 8 })
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- LayerInstruction:transform
local layer = mr.layer_instruction(video):transform(mr.transform.scale(0.5):translate("25%", "25%"))
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- LayerInstruction:transform_ramp
local layer = mr.layer_instruction(video)
  :transform_ramp(mr.transform.identity(), mr.transform.scale(0.5), { 1, 3 })
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- LayerInstruction:crop
local layer = mr.layer_instruction(video):crop { "10%", "10%", "80%", "80%" }
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- LayerInstruction:crop_ramp
local layer = mr.layer_instruction(video):crop_ramp({ 0, 0, 640, 360 }, { 320, 0, 320, 360 }, { 1, 3 })
show = mr.export { timeline, video = mr.video_composition {
  size = size, fps = 25, instructions = { { range = { 0, 8 }, layers = { layer } } } } }

-- Request:frame, Request:upright_frame, Request:fitted_frame
local function half(request)
  local whole = request:fitted_frame(video, "cover")      -- upright, and as large as the picture
  local stored = request:frame(video)                     -- as it is stored
  local earlier = request:upright_frame(video, { at = request.time / 2 })
  return whole:opacity(0.5):over(earlier or stored)
end
show = mr.export { timeline, video = mr.video_composition { size = size, fps = 25, instructions = {
  { range = { 0, 8 }, compositor = half, sources = { video } } } } }

-- Request:natural_size, Request:preferred_transform, Request:source_time
local function marked(request)
  assert(request:natural_size(video)[1] == 640 and request:preferred_transform(video))
  local text = mr.text { text = ("%.2f s"):format(request:source_time(video)), size = 30 }
  return text:over(request:fitted_frame(video))
end
show = mr.export { timeline, video = mr.video_composition { size = size, fps = 25, instructions = {
  { range = { 0, 8 }, compositor = marked, sources = { video } } } } }

-- Request:metadata
local score = timeline:add_metadata { { range = { 0, 8 }, items = { ["com.example.score"] = "3:1" } } }
local function board(request)
  local said = request:metadata(score) or {}
  return mr.text({ text = said["com.example.score"] or "–", size = 40 }):over(request:fitted_frame(video))
end
show = mr.export { timeline, video = mr.video_composition { size = size, fps = 25, instructions = {
  { range = { 0, 8 }, compositor = board, sources = { video }, metadata_tracks = { score } } } } }

-- Context:parameter
mr.params { warmth = { "number", default = 5000 } }
local look = mr.video_composition(timeline, {
  filter = function(image, context) return image:temperature(context:parameter "warmth") end })
show = mr.export { timeline, video = look }

-- Context:at
local look = mr.video_composition(timeline, { filter = function(image, context)
  return image:dissolve(context:at(math.max(0, context.time - 0.2)), 0.5)     -- a trail
end })
show = mr.export { timeline, video = look }

return show
