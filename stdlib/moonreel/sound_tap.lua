-- SPDX-License-Identifier: MIT
-- sound_tap: runs the functions of a tap for one sound. The host loads it.

local block = require "moonreel.sound_block"
for name, method in pairs(require "moonreel.sound_memory") do block[name] = method end

-- The Fourier transform of the host: real parts, imaginary parts and whether backwards give both.
block.fourier = ...

-- What a script's functions get besides the block: the context, in which the fields of a state that is a table can be
-- read and set as if they were its own; a state of another kind itself.
local function view(context)
  local function state() return type(context.state) == "table" and context.state or nil end
  if context.state ~= nil and not state() then return context.state end
  return setmetatable({}, {
    __index = function(_, key)
      local own = state()
      if own and own[key] ~= nil then return own[key] end
      return context[key]
    end,
    __newindex = function(_, key, value)
      local own = key ~= "state" and state() or context
      own[key] = value
    end,
    __len = function() return #(state() or {}) end,
    __pairs = function() return pairs(state() or context) end,
  })
end

-- Called by the host for each sound with what a script does, what `prepare` returned, and the format; gives the function
-- that works on a block: planes, and what is known of them. Without planes it ends.
return function(process, finish, state, format)
  local context = { state = state, rate = format.rate, channels = format.channels }
  local given, known = view(context), {}
  return function(planes, moment)
    if not planes then return finish(given) end
    for name, value in pairs(moment) do planes[name] = value end
    planes.memory, planes.calls = known, {}
    context.time, context.layer_time = moment.film_time, moment.layer_time
    process(setmetatable(planes, block), given, context)
    return planes
  end
end
