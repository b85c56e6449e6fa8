-- SPDX-License-Identifier: MIT
-- What all edits share: the folder with the clips, and how the film is encoded.

local mr = require "moonreel"

local settings = {}

local p = mr.params {
  media = { "string", required = true, doc = "the folder with A.mp4, B.mp4 and C.mp4" },
}

---The file `name` of the media folder.
function settings.file(name) return mr.asset(p.media .. "/" .. name) end

---The clip `name` of the media folder.
function settings.clip(name) return settings.file(name .. ".mp4") end

---`timeline`, encoded as the ffmpeg command lines encode.
function settings.export(timeline, video, audio, pitch)
  return mr.export {
    timeline, video = video, audio = audio, pitch = pitch,
    video_codec = "h264", video_options = { preset = "veryfast", crf = "23" },
    audio_codec = "aac", audio_bit_rate = 128000,
  }
end

return settings
