-- SPDX-License-Identifier: MIT
-- sound_block: what a tap works on. A block is a list of channels, each a list of samples; these are its methods.

-- A stretch of sound: `block[channel][sample]`, both from 1, full scale -1 to 1.
local block = {}
block.__index = block

-- Makes it louder or quieter.
function block:gain(factor)
  for channel = 1, #self do
    local samples = self[channel]
    for i = 1, self.frames do samples[i] = samples[i] * factor end
  end
  return self
end

-- Adds another block, channel by channel.
function block:mix(other, factor)
  factor = factor or 1
  for channel = 1, math.min(#self, #other) do
    local samples, more = self[channel], other[channel]
    for i = 1, self.frames do samples[i] = samples[i] + more[i] * factor end
  end
  return self
end

-- Changes every sample.
function block:map(change)
  for channel = 1, #self do
    local samples = self[channel]
    for i = 1, self.frames do samples[i] = change(samples[i], channel, i) end
  end
  return self
end

-- The greatest magnitude of all channels.
function block:peak()
  local most = 0
  for channel = 1, #self do
    local samples = self[channel]
    for i = 1, self.frames do
      local size = samples[i]
      if size < 0 then size = -size end
      if size > most then most = size end
    end
  end
  return most
end

-- The root of the mean square of all channels.
function block:rms()
  local sum = 0
  for channel = 1, #self do
    local samples = self[channel]
    for i = 1, self.frames do sum = sum + samples[i] * samples[i] end
  end
  return math.sqrt(sum / math.max(1, #self * self.frames))
end

-- One channel, or the mean of all, as a list of its own.
function block:copy(channel)
  local copied = {}
  for i = 1, self.frames do
    if channel then
      copied[i] = self[channel][i]
    else
      local sum = 0
      for c = 1, #self do sum = sum + self[c][i] end
      copied[i] = sum / #self
    end
  end
  return copied
end

-- How strong each frequency is in the first samples of the block, the largest power of two of them: amplitudes of
-- `frames / 2` bands from 0 Hz to half the rate, under a Hann window.
function block:spectrum(channel)
  local real, imaginary, count = self:copy(channel), {}, 1
  while count * 2 <= self.frames do count = count * 2 end
  for i = 1, count do
    real[i], imaginary[i] = real[i] * (0.5 - 0.5 * math.cos(2 * math.pi * (i - 1) / count)), 0
  end
  -- Cooley and Tukey: reversed bits first, then butterflies.
  local j = 0
  for i = 0, count - 2 do
    if i < j then real[i + 1], real[j + 1] = real[j + 1], real[i + 1] end
    local bit = count >> 1
    while bit <= j and bit > 0 do j, bit = j - bit, bit >> 1 end
    j = j + bit
  end
  local length = 2
  while length <= count do
    local angle, half = -2 * math.pi / length, length // 2
    for start = 1, count, length do
      for k = 0, half - 1 do
        local c, s, a, b = math.cos(angle * k), math.sin(angle * k), start + k, start + k + half
        local x, y = real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c
        real[b], imaginary[b] = real[a] - x, imaginary[a] - y
        real[a], imaginary[a] = real[a] + x, imaginary[a] + y
      end
    end
    length = length * 2
  end
  local bands = {}
  for i = 1, count // 2 do bands[i] = 4 / count * math.sqrt(real[i] ^ 2 + imaginary[i] ^ 2) end
  return bands
end

-- Called by the host with what a script does, the planes, what is known of them, and what `prepare` returned.
return function(process, planes, moment, state)
  planes.frames, planes.rate, planes.position, planes.time = moment.frames, moment.rate, moment.position, moment.time
  process(setmetatable(planes, block), state)
  return planes
end
