-- SPDX-License-Identifier: MIT
--
-- Makes effects for sound, with options that are checked by name. The body of their kernel is run once for each choice
-- of options that do not move; what it does with its values runs natively for every sample.
--
--   return sound_effect {
--     name = "gain",
--     options = { decibels = { "moving", default = 0, min = -120, max = 60 } },
--     body = function(k) return k.sound * dsp.gain(k.decibels) end,
--   }

local mr = require "moonreel"
local options = require "moonreel.options"
local read_only = require "moonreel.read_only"

---@class moonreel.SoundEffectDefinition
---@field name string
---@field options table<string, moonreel.OptionRule>  numbers that may move are of the kind "moving"
---@field keys? string[]                               names of options that are other sounds, a layer or a bus; one that is left out is no part of `k`
---@field tail? fun(params: table): number             seconds by which it outlasts its sound
---@field latency? fun(params: table): number          seconds that it looks ahead
---@field body? fun(k: moonreel.SoundKernelArguments, params: table): moonreel.KernelValue  `k` has the moving numbers, `params` the rest
---@field processor? string                            the kind of `mr.sound_processor` that works in place of a body

---Makes sound effects of one kind.
---@class moonreel.SoundEffectConstructor
---@field name string
---@field options table<string, moonreel.OptionRule>
---@overload fun(opts?: table): moonreel.SoundEffect

-- Options that choose a kernel, as a text by which it is found again.
local function signature(params, fixed)
  local parts = {}
  for _, name in ipairs(fixed) do parts[#parts + 1] = tostring(params[name]) end
  return table.concat(parts, "\0")
end

-- The number that stands for a value that may move, where only one will do: of keys the greatest.
local function greatest(value, preset)
  if type(value) == "number" then return value end
  if type(value) ~= "table" then return preset end
  local most
  for _, key in ipairs(value) do
    local number = key[2] or key.value
    if type(number) == "number" and (not most or number > most) then most = number end
  end
  return most or preset
end

local function make(definition)
  local name, rules, keys = definition.name, definition.options, definition.keys or {}
  local moving, fixed, defaults = {}, {}, {}
  for option, rule in pairs(rules) do
    if rule[1] == "moving" then
      moving[#moving + 1], defaults[option] = option, rule.default
    elseif rule[1] ~= "sound" then
      fixed[#fixed + 1] = option
    end
  end
  table.sort(fixed)
  local kernels = {}
  local function kernel_for(params)
    local inputs = { "sound" }
    for _, key in ipairs(keys) do
      if params[key] ~= nil then inputs[#inputs + 1] = key end
    end
    local known = signature(params, fixed) .. "\0" .. table.concat(inputs, "\0")
    if not kernels[known] then
      kernels[known] = mr.sound_kernel {
        name = name, params = defaults, inputs = inputs,
        body = function(k) return definition.body(k, params) end,
      }
    end
    return kernels[known]
  end
  return read_only({ name = name, options = rules }, "the constructor of " .. name, function(_, opts)
    local params = options.check(name, opts, rules, 3)
    if definition.processor then return mr.sound_processor(definition.processor, params) end
    local given, numbers = {}, {}
    for option, value in pairs(params) do
      local rule = rules[option]
      if rule[1] == "moving" or rule[1] == "sound" then given[option] = value end
      numbers[option] = rule[1] == "moving" and greatest(value, rule.default) or value
    end
    if definition.tail then given.tail = definition.tail(numbers) end
    if definition.latency then given.latency = definition.latency(numbers) end
    return kernel_for(params)(given)
  end, name .. " { … }", "sound_effect")
end

---@class moonreel.sound_effect
---@overload fun(definition: moonreel.SoundEffectDefinition): moonreel.SoundEffectConstructor
return setmetatable({}, { __call = function(_, definition) return make(definition) end })
