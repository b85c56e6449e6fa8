-- SPDX-License-Identifier: MIT
-- A minute of noise through one sound effect: scripts/bench sound measures what that costs. Without a name it prints all.

local mr = require "moonreel"
local audio = require "moonreel.audio"

local p = mr.params { name = { "string", default = "", doc = "the effect, tap or none" } }
if p.name == "" then
  for _, name in ipairs(audio.names) do print(name) end
  print "tap"
end

local show = mr.composition { size = { 16, 16 }, duration = 60 }
show:add { source = mr.color "black", duration = 60 }
local effects = {}
if p.name == "tap" then
  -- A filter of first order, sample by sample in Lua.
  effects = mr.tap {
    prepare = function() return { 0, 0 } end,
    process = function(block, last)
      for channel = 1, #block do
        local samples, value = block[channel], last[channel]
        for i = 1, block.frames do
          value = value + 0.1 * (samples[i] - value)
          samples[i] = value
        end
        last[channel] = value
      end
    end,
  }
elseif p.name == "duck" then
  local key = show:add { source = mr.source.silence { duration = 60 }, duration = 60 }
  effects = audio.duck { under = key }
elseif p.name ~= "" and p.name ~= "none" then
  effects = audio[p.name] {}
end
show:add { source = mr.source.noise { seed = 1 }, duration = 60, audio = { effects = effects } }
return show
