-- SPDX-License-Identifier: MIT
-- A stand-in for a benchmark clip where no media folder was given: ten seconds of moving pictures with
-- fine detail, and music.

local mr = require "moonreel"

local p = mr.params { name = { "string", default = "A", doc = "A, B or C: which clip" } }
local seed = ({ A = 1, B = 2, C = 3 })[p.name] or 1
local width, height = 1920, 1080

local function draw(time)
  local grain = mr.image.noise { seed = seed * 1000 + math.floor(time * 30) }:opacity(0.12)
  local checker = mr.image.checker { side = 24 + 8 * seed, colors = { "#e8dcc0", "#3a5a78" } }
    :transform(mr.transform.rotate(6 * time * seed, { 960, 540 }))
  local light = mr.image.radial_gradient {
    center = { 960 + 700 * math.sin(time * 0.7 + seed), 540 }, radius = 900,
    stops = { { 0, "#ffffff66" }, { 1, "#10102acc" } },
  }
  return grain:over(light):over(checker):crop { 0, 0, width, height }
end

local timeline = mr.timeline()
timeline:add_track "video":insert(
  mr.source.custom { size = { width, height }, draw = draw }, { 0, 10 }, 0)
timeline:add_track "audio":insert(mr.source.music { seed = seed }, { 0, 10 }, 0)
return mr.export { timeline, video_options = { preset = "medium", crf = "18", g = "60" } }
