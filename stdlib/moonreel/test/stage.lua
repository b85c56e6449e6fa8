-- SPDX-License-Identifier: MIT
-- stage: the film on which `moonreel test` looks at a plugin. Its cases follow one another, each for `span` seconds.

local mr = require "moonreel"

---How long each case is shown, in seconds.
local span = 4

-- Pictures on which plugins are tried: all of the frame, a shape with soft edges, both, nothing.
local function pictures_of(size)
  local width, height = size[1], size[2]
  local area = { 0, 0, width, height }
  local nothing = mr.color "#00000000":crop(area)
  local card = mr.image.test_card { size = size, phase = 0.3 }:over "black":crop(area)
  local ground = mr.image.linear_gradient { from = { 0, 0 }, to = { width, height }, stops = { "#203060", "#e0a060" } }
  local disc = mr.image.mask { ellipse = { width * 0.3, height * 0.25, width * 0.4, height * 0.5 } }
  local colors = mr.image.linear_gradient { from = { 0, 0 }, to = { width, height }, stops = { "#ff4020", "#20c0ff" } }
  local veil = mr.image.linear_gradient {
    from = { width * 0.3, 0 }, to = { width * 0.5, 0 }, stops = { "#ffffff80", "white" } }
  local sprite = colors:matte(disc):matte(veil):over(nothing):crop(area)
  return { card = card, sprite = sprite, nothing = nothing, scene = sprite:over(ground):crop(area) }
end

-- A value for an option that must be given, or is looked at best with one.
local function sample(rule, size)
  local kind = rule.kind
  if rule.among then return rule.among[1] end
  if kind == "number" or kind == "integer" or kind == "moving" then
    return math.max(rule.min or 1, math.min(1, rule.max or 1))
  end
  if kind == "string" then return "Two words" end
  if kind == "strings" then return { "One", "Two words" } end
  if kind == "boolean" then return true end
  if kind == "color" then return "#ffb000" end
  if kind == "colors" then return { "#ffb000", "#20c0ff" } end
  if kind == "point" then return { size[1] / 2, size[2] / 2 } end
  if kind == "size" then return size end
  if kind == "image" then return pictures_of(size).card end
  if kind == "vector" then
    local numbers = {}
    for index = 1, rule.count or 4 do numbers[index] = 0.5 end
    return numbers
  end
  return { 3, 1, 2 }
end

-- The options of a case: what is given, and samples for what must be there.
local function options_of(job, case, constructor)
  local options = {}
  for name, rule in pairs(job.rules) do
    if rule.required or (job.kind == "chart" and name == "size") then
      options[name] = constructor.options[name].sample or sample(rule, job.size)
    end
  end
  for _, given in ipairs { job.options, case.options } do
    for name, value in pairs(given) do options[name] = value end
  end
  return options
end

-- A title says something, unless it writes its letters itself.
local function title(constructor, options, size)
  options.size = options.size or size[2] / 5
  if options.text or options.markup or options.spans then return constructor(options) end
  options.text = "Two words"
  local is_made, made = pcall(constructor, options)
  if is_made then return made end
  options.text = nil
  local is_good, other = pcall(constructor, options)
  return is_good and other or error(made, 0)
end

-- What each kind adds to the film.
local makers = {}

function makers.effect(constructor, case, job)
  local effects = not case.is_plain and { constructor(options_of(job, case, constructor)) } or nil
  return { source = job.pictures[case.picture], effects = effects, fit = "none" }
end

function makers.transition(constructor, case, job)
  local change = not case.is_plain and constructor(options_of(job, case, constructor))
  local from, to = job.pictures[case.picture], job.pictures[case.other]
  return { fit = "none", source = mr.source.custom { size = job.size, draw = function(_, context)
    if not change then return case.progress < 0.5 and from or to end
    return change(from, to, case.progress, context)
  end } }
end

function makers.title(constructor, case, job)
  return { source = title(constructor, options_of(job, case, constructor), job.size) }
end

local function source(constructor, case, job)
  local options = options_of(job, case, constructor)
  return { source = constructor(options), duration = options.duration and math.min(options.duration, span) }
end
makers.template, makers.generator, makers.chart = source, source, source

function makers.sound_effect(constructor, case, job)
  local options = options_of(job, case, constructor)
  for name, rule in pairs(job.rules) do
    if rule.kind == "sound" and rule.required then
      options[name] = job.show:add { source = mr.source.tone { frequency = 220, gain = 0.2 }, duration = 0.25 }
    end
  end
  local sound = mr.source.noise { seed = 4, gain = case.gain }
  return { source = sound, duration = 0.25, audio = { effects = { constructor(options) } } }
end

---The film of a job: what the plugin `constructor` makes in each of its cases. What cannot be made is told to `refuse`
---by its case's number.
---@param constructor function
---@param job table   kind, rules, size, options, cases
---@param refuse fun(case: integer, fault: string)
---@return moonreel.Composition
return function(constructor, job, refuse)
  local show = mr.composition {
    size = job.size, fps = 30, seed = 5, duration = #job.cases * span, background = "#00000000" }
  job.pictures, job.show = pictures_of(job.size), show
  for index, case in ipairs(job.cases) do
    local is_made, layer = pcall(makers[job.kind], constructor, case, job)
    if is_made then
      layer.at, layer.duration = (index - 1) * span, layer.duration or span
      is_made, layer = pcall(show.add, show, layer)
    end
    if not is_made then refuse(index, layer) end
  end
  return show
end
