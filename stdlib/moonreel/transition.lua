-- SPDX-License-Identifier: MIT
-- The maker of transitions. A definition names the options and draws; what it makes is a constructor:
--
--   local transition = require "moonreel.transition"
--   local mix = transition {
--     name = "mix",
--     options = { strength = { "number", default = 1, min = 0, max = 1 } },
--     draw = function(from, to, progress, params, context) return from:dissolve(to, progress) end,
--   }
--   local object = mix { strength = 0.5, ease = "smooth" }
--   local picture = object(from, to, 0.25, { size = { 1280, 720 } })

local mr = require "moonreel"
local curve = require "moonreel.curve"
local frame = require "moonreel.frame"
local options = require "moonreel.options"
local read_only = require "moonreel.read_only"
local words = require "moonreel.words"

local definition_rules = {
  name = { "string", required = true },
  options = { "table", default = {} },
  draw = { "function", required = true },
  ease = { "any", default = "linear" },
  audio = { "string", default = "equal_power" },
}

---A transition: the law at both ends, the easing between them.
local function object_of(name, params, ease, audio, draw)
  local values = { name = name, params = params, ease = ease, audio = audio }
  return read_only(values, "the transition '" .. name .. "'", function(_, from, to, progress, context)
    local eased = (progress > 0 and progress < 1) and ease(progress) or progress
    if eased <= 0 then return from end
    if eased >= 1 then return to end
    local size = context.size
    local drawn = draw(frame.filled(from, size), frame.filled(to, size), eased, params, context)
    return frame.filled(drawn, size)
  end)
end

local function rules_of(definition)
  local rules = {
    ease = { "any", default = definition.ease },
    audio = { "choice", among = { "linear", "equal_power", "none" }, default = definition.audio },
  }
  for name, rule in pairs(definition.options) do rules[name] = rule end
  return rules
end

---@class moonreel.transition
---@field directions string[]  "left", "right", "up" and "down"
---@overload fun(definition: moonreel.TransitionDefinition): (fun(opts?: table): moonreel.Transition)
local transition = {}

---The places that `direction` may name, and the way there in frames.
transition.directions = { "left", "right", "up", "down" }
local ways = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }

---How far a frame moves until it has just left, in pixels.
---@param direction "left"|"right"|"up"|"down"
---@param size number[]
---@return number dx
---@return number dy
function transition.way(direction, size)
  local way = ways[direction]
  return way[1] * size[1], way[2] * size[2]
end

transition.point = frame.point

---Both pictures mixed; one alone where the other has no share, which then is not drawn.
---@param from moonreel.Image
---@param to moonreel.Image
---@param share number   of `to`, 0 to 1
---@return moonreel.Image
function transition.mixed(from, to, share)
  if share <= 0 then return from end
  if share >= 1 then return to end
  return from:dissolve(to, share)
end

---A transition from what may stand for one: a transition itself, or a plain function of
---(from, to, progress, params, context), which keeps the law from then on.
---@param value moonreel.Transition|function
---@return moonreel.Transition
function transition.of(value)
  if type(value) == "function" then
    return object_of("function", {}, curve.named("linear", "function"), "equal_power", value)
  end
  if type(value) == "table" and value.params and value.ease then return value end
  error("expected a transition, such as transitions.wipe { angle = 90 }, or a function, got "
    .. words.found(value), 2)
end

local function make(definition)
  local given = options.check("a transition", definition, definition_rules)
  local rules = rules_of(given)
  local values = { name = given.name, options = rules }
  return read_only(values, "the constructor of " .. given.name, function(_, opts)
    local params = options.check(given.name, opts, rules, 3)
    local ease, audio = curve.named(params.ease, given.name, 3), params.audio
    params.ease, params.audio = nil, nil
    return object_of(given.name, read_only(params, "a transition's params"), ease, audio, given.draw)
  end, given.name .. " { … }", "transition")
end

setmetatable(transition, { __call = function(_, definition) return make(definition) end })
return transition
