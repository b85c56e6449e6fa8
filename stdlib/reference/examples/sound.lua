-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/sound.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local audio = require "moonreel.audio"
local show = mr.composition { size = { 64, 36 }, fps = 30, background = "black" }
local music = mr.source.music { seed = 4 }
local function hear(effects) return show:add { source = music, duration = 2, audio = { effects = effects } } end

-- mr.sound_kernel
local crunch = mr.sound_kernel {
  params = { steps = 8 },
  body = function(k) return (k.sound * k.steps):floor() / k.steps end,
}
hear(crunch { steps = 16 })

-- SoundEffect:during
hear(audio.reverb {}:during { 0.5, 1.5 })

-- mr.sound_processor
hear(mr.sound_processor("pitch_shift", { semitones = 3 }))   -- audio.pitch_shift checks its options, too

-- mr.bus
local band = mr.bus { name = "band", effects = audio.compressor {}, volume = 0.8 }
show:add { source = music, duration = 2, audio = { bus = band } }

-- mr.tap, SoundBlock:gain
hear(mr.tap { process = function(block) block:gain(0.5) end })

-- SoundBlock:mix
hear(mr.tap { process = function(block)
  local dry = { block:copy(1), block:copy(2) }
  block:filter("low_pass", 400):mix(dry, 0.5)
end })

-- SoundBlock:map
hear(mr.tap { process = function(block)
  block:map(function(sample) return math.max(-0.3, math.min(0.3, sample)) end)
end })

-- SoundBlock:peak, SoundBlock:rms
hear(mr.tap { process = function(block)
  if block:peak() > 0.8 or block:rms() > 0.4 then block:gain(0.5) end
end })

-- SoundBlock:copy
hear(mr.tap { process = function(block)
  local mono = block:copy()                   -- the mean of all channels
  block:map(function(_, _, index) return mono[index] end)
end })

-- SoundBlock:filter
hear(mr.tap { process = function(block) block:filter("high_pass", 200):filter("peak", 3000, 1, 6) end })

-- SoundBlock:envelope
hear(mr.tap { process = function(block)
  local level = block:envelope(0.005, 0.1)
  block:map(function(sample, _, index) return level[index] > 0.05 and sample or 0 end)
end })

-- SoundBlock:fft, SoundBlock:ifft
hear(mr.tap { process = function(block)
  local there = block:fft(1)
  local back = block:ifft(there)
  assert(math.abs(back[1] - block[1][1]) < 1e-5)
end })

-- SoundBlock:spectrum
hear(mr.tap { process = function(block)
  local bands = block:spectrum()
  assert(#bands > 0 and bands[1] >= 0)
end })

return show
