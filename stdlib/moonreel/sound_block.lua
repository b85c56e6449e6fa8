-- SPDX-License-Identifier: MIT
-- sound_block: what a tap works on. A block is a list of channels, each a list of samples; these are its methods.

local words = require "moonreel.words"

-- A stretch of sound: `block[channel][sample]`, both from 1, full scale -1 to 1.
local block = {}
block.__index = block

-- Makes it louder or quieter: by a factor, or a list with one for each sample.
function block:gain(factor)
  local factors = type(factor) == "table" and factor
  for channel = 1, #self do
    local samples = self[channel]
    for i = 1, self.frames do samples[i] = samples[i] * (factors and factors[i] or factor) end
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

-- The first samples of a channel, or of a list, the largest power of two of them.
local function stretch(self, from, level)
  local samples = from
  if type(from) ~= "table" then
    if from and not self[from] then
      error("bad 'channel' of the block: it has " .. #self .. " channels, got " .. words.found(from), level + 1)
    end
    samples = self:copy(from)
  end
  local count = 1
  while count * 2 <= math.min(#samples, 65536) do count = count * 2 end
  if count < 2 then error("the Fourier transform needs two numbers or more", level + 1) end
  return count == #samples and samples or table.move(samples, 1, count, 1, {})
end

-- The frequencies in a channel, the mean of all, or a list: real and imaginary parts.
function block:fft(from, imaginary)
  local samples = stretch(self, from, 2)
  local real, parts = self.fourier(samples, imaginary)
  return { real = real, imaginary = parts }
end

-- The samples of frequencies: real parts, and imaginary ones, which are 0 where the frequencies are those of samples.
function block:ifft(spectrum)
  if type(spectrum) ~= "table" or type(spectrum.real) ~= "table" then
    error("bad 'spectrum' of block:ifft: expected what block:fft gives, got " .. words.found(spectrum), 2)
  end
  return self.fourier(spectrum.real, spectrum.imaginary, true)
end

-- How strong each frequency is in the first samples of the block, the largest power of two of them: amplitudes of
-- `frames / 2` bands from 0 Hz to half the rate, under a Hann window.
function block:spectrum(channel)
  local samples = stretch(self, channel, 2)
  local count = #samples
  for i = 1, count do samples[i] = samples[i] * (0.5 - 0.5 * math.cos(2 * math.pi * (i - 1) / count)) end
  local real, imaginary = self.fourier(samples)
  local bands = {}
  for i = 1, count // 2 do bands[i] = 4 / count * math.sqrt(real[i] ^ 2 + imaginary[i] ^ 2) end
  return bands
end

return block
