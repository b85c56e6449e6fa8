-- SPDX-License-Identifier: MIT
-- reverb: a room, made of eight delays that feed each other.
-- J.-M. Jot, A. Chaigne, "Digital delay networks for designing artificial reverberators", 1991.

local sound_effect = require "moonreel.sound_effect"
local dsp = require "moonreel.dsp"

---@class moonreel.ReverbOptions
---@field decay? moonreel.MovingNumber   seconds until it is 60 dB down (default 1.6)
---@field size? number                   how large the room is, 0.1 to 2 (default 1)
---@field damping? moonreel.MovingNumber hertz above which the walls swallow (default 6000)
---@field pre_delay? number              seconds before the first echo (default 0.02)
---@field mix? moonreel.MovingNumber     how loud the room is, as a factor (default 0.3)
---@field dry? moonreel.MovingNumber     how loud the sound itself is, as a factor (default 1)

-- Milliseconds of the delays of a room of size 1: no two have a common multiple nearby.
local lengths = { 29.7, 37.1, 41.1, 43.7, 53.3, 59.9, 67.3, 73.7 }
-- Milliseconds of the echoes that make the first ones dense.
local first = { 4.77, 3.59, 12.73, 9.31 }
-- By which sign each delay is heard on the left, and on the right.
local left = { 1, -1, 1, -1, 1, -1, 1, -1 }
local right = { 1, 1, -1, -1, 1, 1, -1, -1 }

-- So many seconds, in whole samples.
local function whole(k, seconds) return (k.rate * seconds + 0.5):floor():max(1) / k.rate end

-- Each echo denser: all frequencies at their level.
local function diffuse(k, sound, seconds)
  local heard
  k.loop(whole(k, seconds), 0.1, function(back)
    local kept = sound + back * 0.6
    heard = back - kept * 0.6
    return kept
  end)
  return heard
end

return sound_effect {
  name = "reverb",
  options = {
    decay = { "moving", default = 1.6, min = 0.05, max = 30 },
    size = { "number", default = 1, min = 0.1, max = 2 },
    damping = { "moving", default = 6000, min = 200, max = 96000 },
    pre_delay = { "number", default = 0.02, min = 0, max = 0.5 },
    mix = { "moving", default = 0.3, min = 0, max = 4 },
    dry = { "moving", default = 1, min = 0, max = 4 },
  },
  tail = function(params) return math.min(60, params.decay + params.pre_delay) end,
  body = function(k, params)
    local sound = k.delay(k.sound, whole(k, params.pre_delay), 0.6)
    for _, milliseconds in ipairs(first) do sound = diffuse(k, sound, milliseconds * 0.001 * params.size) end
    local share = dsp.smoothing(k, 1 / (k.damping * (2 * math.pi)))
    local backs, heard = {}, nil
    local function line(index)
      local seconds = whole(k, lengths[index] * 0.001 * params.size)
      local gain = (seconds / k.decay * -9.965784284662087):exp2()
      k.loop(seconds, 0.2, function(back)
        backs[index] = k.follow(back, share, share) * gain
        if index < #lengths then
          line(index + 1)
        else
          local total = backs[1]
          for other = 2, #backs do total = total + backs[other] end
          heard = total * (2 / #backs)
        end
        -- The mirror image of all at their mean: nothing is lost (Householder).
        return sound + backs[index] - heard
      end)
    end
    line(1)
    local room
    for index, back in ipairs(backs) do
      local part = back * k.channel:at_least(2, right[index], left[index])
      room = room and room + part or part
    end
    return k.sound * k.dry + room * (k.mix * 0.5)
  end,
}
