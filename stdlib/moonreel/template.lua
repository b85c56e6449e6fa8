-- SPDX-License-Identifier: MIT
--
-- The maker of templates: titles that fill a frame of any shape and fit the time they are given. What it makes is a
-- constructor, whose result is the source of a layer:
--
--   local template = require "moonreel.template"
--   local card = template {
--     name = "card", options = { title = { "string", required = true } },
--     build = function(board, params)
--       local words = board:text(params.title, { size = 120, weight = "bold", lines = 2 })
--       local x, y = (board.width - words.width) / 2, (board.height - words.height) / 2
--       return function(moment) return board:at(words.image:opacity(moment:there(0, 1)), x, y) end
--     end,
--   }
--   show:add { source = card { title = "Hello" }, duration = 4 }
--
-- `build` is called once for each size of frame; what it returns draws every frame of it.

local mr = require "moonreel"
local options = require "moonreel.options"
local read_only = require "moonreel.read_only"
local board_of = require "moonreel.template_board"
local themes = require "moonreel.theme"

local Moment = {}
Moment.__index = Moment

---How much of a part is there whose entrance takes the stretch from `from` to `to` of the whole; it goes as it came.
function Moment:there(from, to, ease)
  local share = math.min(math.max((self.share - from) / math.max(to - from, 1e-6), 0), 1)
  if ease then return ease(share) end
  return 1 - (1 - share) ^ 3
end

-- Both halves shorter where there is too little time.
local function moment_of(params, time, context)
  local duration = params.duration or context.duration
  local enter, leave = params.enter, duration and params.leave or 0
  local scale = duration and enter + leave > duration and duration / (enter + leave) or 1
  local share = enter > 0 and time / (enter * scale) or 1
  local rest = duration and leave > 0 and (duration - time) / (leave * scale) or 1
  return setmetatable({
    time = time, duration = duration, is_leaving = rest < 1, context = context,
    share = math.min(math.max(math.min(share, rest), 0), 1),
  }, Moment)
end

local function rules_of(definition)
  local rules = {
    theme = { "table", default = {} }, duration = { "number", min = 0.001 },
    enter = { "number", default = definition.enter or 0.9, min = 0 },
    leave = { "number", default = definition.leave or 0.6, min = 0 },
  }
  for name, rule in pairs(definition.options) do rules[name] = rule end
  return rules
end

-- Draws on the board of each size.
local function source_of(definition, params, theme)
  local drawings = {}
  return mr.source.custom {
    name = definition.name,
    draw = function(time, context)
      local width, height = context.size[1], context.size[2]
      local key = width .. "x" .. height
      drawings[key] = drawings[key] or definition.build(board_of(width, height, theme), params)
      return drawings[key](moment_of(params, time, context))
    end,
  }
end

---Makes the constructor of a template.
---@param definition moonreel.TemplateDefinition
---@return fun(options: table): moonreel.Source
return function(definition)
  local name, rules = definition.name, rules_of(definition)
  local fields = { name = name, options = rules }
  return read_only(fields, "the constructor of " .. name, function(_, given)
    local params = options.check(name, given, rules, 3)
    local theme = themes.of(params.theme, name, 3)
    if definition.check then definition.check(params) end
    return source_of(definition, params, theme)
  end, name .. " { … }", "template")
end
