-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/analysis.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30 }
local music = show:add { source = mr.source.music { seed = 4, duration = 8 }, duration = 8 }
local heard = mr.analyze(music)

-- mr.analyze
local clicks = mr.analyze(mr.source.click { tempo = 120, duration = 8 })
assert(#clicks.onsets > 10)

-- SoundData:level, SoundData:level_db
assert(heard:level(2) >= 0 and heard:level_db(2) <= 0)

-- SoundData:peak, SoundData:peak_db
assert(heard:peak(2) >= heard:level(2) and heard:peak_db(2) <= 6)

-- SoundData:band, SoundData:band_db
assert(heard:band(2, 20, 150) >= 0 and heard:band_db(2, 20, 150) >= -120)   -- the bass

-- SoundData:bands, SoundData:bands_db
assert(#heard:bands(2, 8) == 8 and #heard:bands_db(2) == 32)

-- SoundData:bars
for _, time in ipairs(heard:bars(4)) do show:add { source = mr.color "white", at = time, duration = 0.05 } end

-- SoundData:nearest
local time = heard:nearest(2, "onsets") or 2
show:add { source = mr.text { text = "now", size = 60 }, at = time, duration = 1 }

-- SoundData:follow
show:add {
  source = mr.source.lights {}, duration = 8,
  scale = heard:follow { band = { 20, 150 }, from = 1, to = 1.3 },
}

-- SoundCurve:share
local loud = heard:follow { of = "peak" }
assert(loud:share(2) >= 0 and loud:share(2) <= 1)

-- mr.detect, mr.detect.silence
local pauses = mr.detect.silence(mr.source.click { interval = 1, duration = 4 }, { min_duration = 0.3 })
assert(pauses[1][2] > pauses[1][1])

-- mr.detect.scenes
for _, time in ipairs(mr.detect.scenes("a.mp4", { threshold = 0.2 })) do assert(time > 0) end

-- mr.detect.black
for _, stretch in ipairs(mr.detect.black "a.mp4") do assert(stretch[2] > stretch[1]) end

-- mr.detect.motion
for _, frame in ipairs(mr.detect.motion("a.mp4", { range = { 0, 0.5 } })) do assert(frame.scale > 0.5 and frame.x < 1000) end

-- mr.detect.shake
for _, step in ipairs(mr.detect.shake("a.mp4", { smoothing = 0.5, range = { 0, 0.5 } })) do assert(step.zoom <= 1.3) end

return show
