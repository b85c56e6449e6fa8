-- SPDX-License-Identifier: MIT
-- A file without its first and last seconds, cut between key frames.

local mr = require "moonreel"

local p = mr.params {
  file = { "string", required = true, doc = "what is trimmed" },
  seconds = { "number", required = true, doc = "how long it is" },
}

local timeline = mr.timeline()
timeline:insert(mr.asset(p.file), { 5.3, p.seconds - 9.7 })
return mr.export {
  timeline, video_codec = "h264", video_options = { preset = "veryfast", crf = "23" },
  audio_codec = "aac", audio_bit_rate = 128000,
}
