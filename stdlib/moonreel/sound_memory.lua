-- SPDX-License-Identifier: MIT
-- sound_memory: the methods of a tap's block that remember: filters and envelopes.

local dsp = require "moonreel.dsp"
local words = require "moonreel.words"

local methods = {}

-- What a helper remembers between blocks: that of its kind which is called as the same one in each block.
local function memory(self, kind)
  local calls, known = self.calls, self.memory
  calls[kind] = (calls[kind] or 0) + 1
  local key = kind .. calls[kind]
  if not known[key] then known[key] = {} end
  return known[key]
end

-- Filters it, with a filter of second order that remembers.
function methods:filter(kind, hertz, q, decibels)
  local formula = dsp.formulas[kind]
  if not formula then
    local names = {}
    for name in pairs(dsp.formulas) do names[#names + 1] = name end
    table.sort(names)
    error("bad 'kind' of block:filter: expected " .. words.choices(names, kind) .. ", got " .. words.found(kind), 2)
  end
  if not math.type(hertz) or hertz ~= hertz then
    error("bad 'hertz' of block:filter: expected a number, got " .. words.found(hertz), 2)
  end
  local w = math.min(math.max(hertz, 1), self.rate * 0.49) * (2 * math.pi) / self.rate
  local a = 10 ^ ((decibels or 0) / 40)
  local b0, b1, b2, a0, a1, a2 = formula(
    math.cos(w), math.sin(w) / (2 * math.max(q or math.sqrt(0.5), 0.01)), a, math.sqrt(a))
  b0, b1, b2, a1, a2 = b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0
  local remembered = memory(self, "filter")
  for channel = 1, #self do
    local samples, last = self[channel], remembered[channel] or { 0, 0 }
    local s1, s2 = last[1], last[2]
    for i = 1, self.frames do
      local x = samples[i]
      local y = b0 * x + s1
      s1, s2 = b1 * x - a1 * y + s2, b2 * x - a2 * y
      samples[i] = y
    end
    -- Neither lost for ever to what is no number, nor slow with what nobody hears.
    for place, value in ipairs { s1, s2 } do
      local size = math.abs(value)
      last[place] = (size > 1e-30 and size < 1e15) and value or 0
    end
    remembered[channel] = last
  end
  return self
end

-- How loud it is at each sample: the greatest magnitude of the channels, or that of one, followed.
function methods:envelope(attack, release, channel)
  local function share(seconds)
    if seconds ~= nil and not math.type(seconds) then
      error("bad time of block:envelope: expected seconds, got " .. words.found(seconds), 3)
    end
    return 1 - math.exp(-1 / math.max((seconds or 0) * self.rate, 1e-3))
  end
  local rise, fall = share(attack or 0.01), share(release or 0.1)
  local remembered, level = memory(self, "envelope"), {}
  local value = remembered[1] or 0
  for i = 1, self.frames do
    local most = 0
    for c = channel or 1, channel or #self do
      local size = self[c][i]
      if size < 0 then size = -size end
      if size > most then most = size end
    end
    value = value + (most > value and rise or fall) * (most - value)
    level[i] = value
  end
  remembered[1] = value
  return level
end

return methods
