-- SPDX-License-Identifier: MIT
--
-- Makes effects: pictures of a picture, with options that are checked by name.
--
--   return effect {
--     name = "vignette",
--     options = { strength = { "number", default = 0.5, min = 0, max = 1 } },
--     draw = function(image, params, context) return image:vignette { amount = params.strength } end,
--   }
--
-- `draw` gets the picture cut to its frame, the options (points in pixels of the frame), and what it may know
-- of the moment. It is a function of these three.

local frame = require "moonreel.frame"
local options = require "moonreel.options"
local read_only = require "moonreel.read_only"

---What `draw` knows of the moment.
---@class moonreel.EffectContext
---@field size number[]           of the frame
---@field time number             seconds from the start of what the effect is applied to
---@field progress? number        the share of it that has passed, 0 to 1
---@field seed integer
---@field frame_duration number   seconds
---@field frame_index integer
---@field at? fun(self: moonreel.EffectContext, time: number): moonreel.Image   the picture at another time, as the effects before this one leave it

---A picture that an effect shows besides its own, or a function that draws it.
---@alias moonreel.EffectPicture moonreel.Image|fun(context: moonreel.EffectContext): moonreel.Image

---@class moonreel.EffectDefinition
---@field name string
---@field options table<string, moonreel.OptionRule>
---@field neutral? table   options with which the picture stays as it is
---@field draw fun(image: moonreel.Image, params: table, context: moonreel.EffectContext): moonreel.Image

---An effect with its options: called with a picture and a context, it gives the changed picture.
---@class moonreel.Effect
---@field name string
---@field params table     the options it was made with
---@field options table<string, moonreel.OptionRule>
---@field draw_with fun(self: moonreel.Effect, image: moonreel.Image, params: table, context: table): moonreel.Image
---@overload fun(image: moonreel.Image, context: moonreel.Context|moonreel.EffectContext): moonreel.Image

---Makes effects of one kind.
---@class moonreel.EffectConstructor
---@field name string
---@field options table<string, moonreel.OptionRule>
---@field neutral? table   options with which the picture stays as it is
---@overload fun(opts?: table): moonreel.Effect

-- A value that some contexts have and others do not know.
local function known(context, name)
  local is_known, value = pcall(function() return context[name] end)
  if is_known then return value end
end

local function moment(context)
  local size, at = context.size, known(context, "at")
  return {
    size = { size[1], size[2] },
    time = context.time,
    progress = known(context, "progress"),
    seed = context.seed,
    frame_duration = context.frame_duration,
    frame_index = context.frame_index,
    at = at and function(_, time) return frame.filled(at(context, time), size) end,
  }
end

-- The values as `draw` takes them.
local function resolved(params, rules, size)
  local values = {}
  for name, rule in pairs(rules) do
    local value = params[name]
    if rule[1] == "point" and value then value = { frame.point(value, size) } end
    values[name] = value
  end
  return values
end

local function limited(value, rule)
  if type(value) ~= "number" or value ~= value then return value end
  if rule[1] == "integer" and math.type(value) == "float" then value = math.floor(value + 0.5) end
  if rule.min and value < rule.min then return rule.min end
  if rule.max and value > rule.max then return rule.max end
  return value
end

-- Options with others in place of some; numbers out of their range are drawn into it.
local function replaced(definition, base, given)
  local values = {}
  for name, value in pairs(base) do values[name] = value end
  for name, value in pairs(given or {}) do
    values[name] = limited(value, definition.options[name] or {})
  end
  return options.check(definition.name, values, definition.options, 4)
end

---@class moonreel.effect
---@overload fun(definition: moonreel.EffectDefinition): moonreel.EffectConstructor
local effect = {}

---The number of the moment's picture where `rate` of them are shown a second, from 0.
---@param context moonreel.EffectContext
---@param rate number
---@return integer
function effect.tick(context, rate) return math.floor(context.time * rate + 1e-6) end

---What an option that names a picture shows now.
---@param picture moonreel.EffectPicture
---@param context moonreel.EffectContext
---@return moonreel.Image
function effect.picture(picture, context)
  return type(picture) == "userdata" and picture or picture(context)
end

-- The constructor of an effect.
local function make(definition)
  local name, rules, neutral = definition.name, definition.options, definition.neutral
  if neutral then options.check("the neutral options of " .. name, neutral, rules, 3) end
  local function draw(image, params, context)
    local size = context.size
    return definition.draw(frame.filled(image, size), resolved(params, rules, size), moment(context))
  end
  return read_only({ name = name, options = rules, neutral = neutral }, "the constructor of " .. name, function(_, opts)
    local params = options.check(name, opts, rules, 3)
    local fields = { name = name, options = rules }
    fields.params = read_only(params, "what an effect was made with")
    function fields.draw_with(_, image, given, context)
      return draw(image, replaced(definition, params, given), context)
    end
    return read_only(fields, "the effect '" .. name .. "'", function(_, image, context)
      return draw(image, params, context)
    end)
  end, name .. " { … }", "effect")
end

---Makes the constructor of an effect: `local vignette = effect { … }`, then `vignette { strength = 1 }`.
---@overload fun(definition: moonreel.EffectDefinition): moonreel.EffectConstructor
setmetatable(effect, { __call = function(_, definition) return make(definition) end })
return effect
