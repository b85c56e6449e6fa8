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

local mr = require "moonreel"
local options = require "moonreel.options"

local nothing = mr.color "#00000000"

---What `draw` knows of the moment.
---@class moonreel.EffectContext
---@field size number[]           of the frame
---@field time number             seconds from the start of what the effect is applied to
---@field progress? number        the share of it that has passed, 0 to 1
---@field seed integer
---@field frame_duration number   seconds
---@field frame_index integer
---@field at? fun(self: moonreel.EffectContext, time: number): moonreel.Image   the picture at another time

---A picture that an effect shows besides its own, or a function that draws it.
---@alias moonreel.EffectPicture moonreel.Image|fun(context: moonreel.EffectContext): moonreel.Image

---@class moonreel.EffectDefinition
---@field name string
---@field options table<string, moonreel.OptionRule>
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
---@overload fun(opts?: table): moonreel.Effect

-- Cut to the frame, and as large as it: filters then see the frame's edges, not those of what lies in it.
local function framed(image, size)
  local extent = image.extent
  local x, y, width, height = table.unpack(extent or { 0, 0, 0, 0 })
  if x == 0 and y == 0 and width == size[1] and height == size[2] then return image end
  local covers = not extent or (x <= 0 and y <= 0 and x + width >= size[1] and y + height >= size[2])
  return (covers and image or image:over(nothing)):crop { 0, 0, size[1], size[2] }
end

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
    at = at and function(_, time) return framed(at(context, time), size) end,
  }
end

local function pixels_of(length, whole)
  if type(length) == "number" then return length end
  return tonumber(length:match "^(.*)%%$") / 100 * whole
end

-- The values as `draw` takes them.
local function resolved(params, rules, size)
  local values = {}
  for name, rule in pairs(rules) do
    local value = params[name]
    if rule[1] == "point" and value then
      value = { pixels_of(value[1], size[1]), pixels_of(value[2], size[2]) }
    end
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

local function read_only(fields, what, call)
  return setmetatable({}, {
    __index = fields,
    __newindex = function() error(what .. " cannot be changed; make another", 2) end,
    __pairs = function() return pairs(fields) end,
    __call = call,
  })
end

---Makes the constructor of an effect: `local vignette = effect { … }`, then `vignette { strength = 1 }`.
---@param definition moonreel.EffectDefinition
---@return moonreel.EffectConstructor
local function effect(definition)
  local name, rules = definition.name, definition.options
  local function draw(image, params, context)
    local size = context.size
    return definition.draw(framed(image, size), resolved(params, rules, size), moment(context))
  end
  return read_only({ name = name, options = rules }, "the constructor of " .. name, function(_, opts)
    local params = options.check(name, opts, rules, 3)
    local fields = { name = name, options = rules }
    fields.params = read_only(params, "what an effect was made with")
    function fields.draw_with(_, image, given, context)
      return draw(image, replaced(definition, params, given), context)
    end
    return read_only(fields, "the effect '" .. name .. "'", function(_, image, context)
      return draw(image, params, context)
    end)
  end)
end

return effect
