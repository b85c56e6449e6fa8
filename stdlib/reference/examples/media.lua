-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/media.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, duration = 3 }

-- mr.asset
local clip = mr.asset("a.mp4", { on_error = "error" })
show:add { source = clip, duration = math.min(2, clip.duration) }

-- Asset:tracks_of
local clip = mr.asset "a.mp4"
for _, track in ipairs(clip:tracks_of "video") do assert(track.codec ~= "") end
show:add { source = clip, duration = 1 }

-- Asset:selection
local clip = mr.asset "a.mp4"
local languages = clip:selection "audio"
assert(#languages.options >= 0)
show:add { source = clip, duration = 1 }

-- Asset:select
local clip = mr.asset "a.mp4"
local voice = clip:select("audio", { "de", "en" })          -- nil where there is no sound
show:add { source = voice or clip, duration = 1 }

-- AssetTrack:fitted_transform
local clip = mr.asset "a.mp4"
local timeline = mr.timeline { fps = 30 }
local track = timeline:add_track "video"
track:insert(clip.video, { 0, 1 })
track.preferred_transform = clip.video:fitted_transform({ 640, 360 }, "cover")
show = mr.export { timeline }

-- Source:fitted_transform
local card = mr.source.test_card { size = { 400, 400 }, duration = 1 }
assert(card:fitted_transform({ 640, 360 }).a == 0.9)

-- Source:image
local lights = mr.source.lights { size = { 640, 360 } }
show:add { duration = 2, source = function(time, context)
  return lights:image(time, context):flip "horizontal"
end }

-- mr.source, mr.source.custom
show:add { source = mr.source.custom { size = { 640, 360 }, duration = 2, draw = function(time)
  return mr.color "#274a8f":over(mr.color "black"):opacity(0.5 + 0.5 * math.sin(3 * time))
end } }

-- mr.source.image
show:add { source = mr.source.image { mr.color "#e8452c", size = { 200, 100 } }, duration = 2 }

-- mr.source.test_card
show:add { source = mr.source.test_card { size = { 640, 360 } }, duration = 2 }

-- mr.source.gradient
show:add { source = mr.source.gradient { colors = { "#274a8f", "#e58a6a", "#ffd9a0" } }, duration = 2 }

-- mr.source.lights
show:add { source = mr.source.lights { palette = "aurora", seed = 4 }, duration = 2 }

-- mr.source.waveform
local music = mr.source.music { seed = 3, duration = 8 }
show:add { source = music, duration = 2 }
show:add { source = mr.source.waveform { sound = music, size = { 640, 120 }, window = 2, style = "bars" }, duration = 2 }

-- mr.source.spectrogram
show:add {
  source = mr.source.spectrogram { sound = mr.source.music { seed = 3, duration = 8 }, size = { 640, 200 } },
  duration = 2,
}

-- mr.source.levels
show:add {
  source = mr.source.levels { sound = mr.source.music { seed = 3, duration = 8 }, size = { 640, 200 }, bars = 16 },
  duration = 2,
}

-- mr.source.music
show:add { source = mr.source.music { seed = 8, mood = "calm", duration = 12 }, duration = 12 }

-- mr.source.sweep
show:add { source = mr.source.sweep { from = 50, to = 8000 }, duration = 2 }

-- mr.source.silence
show:add { source = mr.source.silence {}, duration = 2 }

-- mr.source.tone
show:add { source = mr.source.tone { frequency = 440, gain = 0.2 }, duration = 2 }

-- mr.source.noise
show:add { source = mr.source.noise { spectrum = "pink", gain = 0.1 }, duration = 2 }

-- mr.source.click
show:add { source = mr.source.click { tempo = 120, beats = 4 }, duration = 2 }

-- mr.source.flash
show:add { source = mr.source.flash { size = { 640, 360 }, interval = 0.5 }, duration = 2 }

-- mr.source.kernel
local stripes = mr.kernel {
  inputs = {}, params = { time = 0 },
  body = function(k)
    local v = ((k.x + k.y) / 40 + k.time):fract()
    return mr.pixel(v, v * 0.5, 0, 1)
  end,
}
show:add { source = mr.source.kernel { stripes, duration = 2 } }

-- mr.timed_metadata
local timeline = mr.timeline()
local track = timeline:add_metadata { { range = { 0, 2 }, items = { ["com.example.score"] = "3:1" } } }
assert(track.kind == "metadata")              -- of files: mr.timed_metadata(mr.asset "game.mp4")

-- mr.capture
local host = mr.capture { camera = "synthetic:camera", size = { 640, 360 } }   -- `moonreel capture` draws and records it
show:add { source = host, scale = 0.3, position = { 520, 280 } }

return show
