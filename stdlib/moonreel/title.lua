-- SPDX-License-Identifier: MIT
--
-- The maker of title presets. A definition says how the letters come; what it makes is a constructor:
--
--   local title = require "moonreel.title"
--   local rise = title {
--     name = "rise", length = 0.8, units = { by = "word", each = 0.5 },
--     options = { distance = { "number", default = 0.5 } },       -- in ems
--     enter = function(stage, params)
--       return stage:coming(params, { y = params.distance * stage.em, opacity = 0 })
--     end,
--   }
--   show:add { source = rise { text = "Hello", size = 90, leave = 0.4 }, duration = 3 }
--
-- `enter(stage, params)` returns a function (share, time, context) that draws from nothing (0) to the title at rest (1).
-- `leave` does so from rest to nothing (default: the entrance backwards), `rest` draws between: a function (passed,
-- remaining, time, context), seconds since the entrance ended and until the exit begins (nil: nobody knows);
-- where that gives nil, the plain title is shown.

local mr = require "moonreel"
local read_only = require "moonreel.read_only"
local stage_of = require "moonreel.title_stage"
local title_options = require "moonreel.title_options"

local nothing = mr.image.empty()

local function length_of(definition, stage, params)
  local length = definition.length or 0.8
  return type(length) == "function" and length(stage, params) or length
end

-- A preset's exit, or its entrance backwards.
local function exit_of(definition, stage, params)
  if definition.leave then return definition.leave(stage, params) end
  local enter = definition.enter(stage, params)
  return function(share, time, context) return enter(1 - share, time, context) end
end

-- The exit that `out` names, and how long it takes.
local function other_exit(out, stage, owner)
  local name = type(out) == "table" and out[1] or out
  if type(name) ~= "string" then
    error("bad 'out' of " .. owner .. ": expected the name of a preset, or { name, option = value }", 4)
  end
  local given = {}
  for option, value in pairs(type(out) == "table" and out or {}) do given[option] = value end
  given[1], given.text = nil, stage.text.text
  return require("moonreel.titles")[name].exit(stage, given)
end

-- How long it comes and goes; both shorter where there is too little time.
local function lengths(play, stop)
  local enter, leave = play.enter, stop and play.leave or 0
  local room = stop and math.max(0, stop - play.delay) or math.huge
  local scale = enter + leave > room and room / (enter + leave) or 1
  return enter * scale, leave * scale
end

local function draw(play, time, context)
  local stop, stage = play.duration or context.duration, play.stage
  local enter, leave = lengths(play, stop)
  local passed = time - play.delay
  if passed < 0 or (passed == 0 and enter > 0) or (stop and time >= stop) then return nothing end
  local left = stop and stop - leave - time
  if left and left < 0 then
    local share = -left / leave
    return stage:plated(play.going(share, time, context), 1 - share)
  end
  if passed < enter then
    return stage:plated(play.coming(passed / enter, time, context), passed / enter)
  end
  local image = play.resting and play.resting(passed - enter, left, time, context)
  return image and stage:plated(image, 1) or stage.title
end

local function source_of(definition, params, text)
  local stage = stage_of(text)
  local length = length_of(definition, stage, params)
  local play = {
    stage = stage, delay = params.delay, duration = params.duration,
    coming = definition.enter(stage, params), resting = definition.rest and definition.rest(stage, params),
  }
  local leave = definition.leave_length or math.min(length, 0.6)
  if params.out then
    play.going, leave = other_exit(params.out, stage, definition.name)
  else
    play.going = exit_of(definition, stage, params)
  end
  play.enter, play.leave = params.enter or length, params.leave or leave
  local function side(length) return math.max(1, math.ceil(length)) end
  return mr.source.custom {
    name = definition.name, size = { side(stage.size[1]), side(stage.size[2]) }, duration = params.duration, fit = "none", clip = false,
    draw = function(time, context) return draw(play, time, context) end,
  }
end

---Makes the constructor of a preset.
---@param definition table
---@return fun(options?: table): moonreel.Source
return function(definition)
  local rules = title_options.rules(definition)
  local fields = { name = definition.name, options = definition.options or {}, settles = not definition.rest
    or definition.settles == true, units = definition.units }
  function fields.exit(stage, given)
    local params = title_options.checked(definition, rules, given)
    return exit_of(definition, stage, params),
      definition.leave_length or math.min(length_of(definition, stage, params), 0.6)
  end
  return read_only(fields, "the constructor of " .. definition.name, function(_, given)
    local params, text = title_options.checked(definition, rules, given)
    return source_of(definition, params, text)
  end, definition.name .. " { … }", "title")
end
