-- SPDX-License-Identifier: MIT
--
-- Shows what a constructor makes: short films of effects, transitions, titles and the like, for galleries and bench.
--
--   local showing = require "moonreel.showing"
--   return showing.film(require "lantern", { size = { 640, 360 } })
--
-- Options that are required come from `options`, from the `sample` of their rules, or are made up by their kind.

local mr = require "moonreel"
local plugin = require "moonreel.plugin"
local scene = require "moonreel.scene"

---How something is shown.
---@class moonreel.ShowingOptions
---@field size? moonreel.PixelSize          of the frame (default { 640, 360 })
---@field fps? moonreel.Rate                (default 30)
---@field seconds? number                   for how long (default 2)
---@field hold? number                      seconds of each picture alone before and after a transition (default 0)
---@field first? moonreel.LayerSource       what it is shown on, and where transitions begin (default: `scene.dusk`)
---@field second? moonreel.LayerSource      where transitions lead (default: `scene.night`)
---@field options? table<string, any>       what the constructor is given

---@class moonreel.showing
local showing = {}

---The values of an option that may cost more than its default: its limits, its other choices.
---@param rule moonreel.OptionRule
---@return any[]
function showing.ends(rule)
  local kind, values = rule[1], {}
  if kind == "number" or kind == "integer" then
    if rule.min then values[#values + 1] = rule.min end
    if rule.max then values[#values + 1] = rule.max end
    if #values == 0 then values[1] = 37 end  -- an angle that is neither level nor upright
  elseif kind == "choice" then
    values = rule.among
  elseif kind == "boolean" then
    values = { true, false }
  end
  local others = {}
  for _, value in ipairs(values) do
    if value ~= rule.default then others[#others + 1] = value end
  end
  return others
end

local function middle(rule)
  local low = rule.min or (rule.max and math.min(0, rule.max)) or 1
  local value = rule.max and (low + rule.max) / 2 or math.max(low, 1)
  return rule[1] == "integer" and math.floor(value) or value
end

-- Something that an option of a kind may be; what is missing cannot be made up.
local guesses = {
  number = middle, integer = middle, moving = middle,
  string = function(_, constructor) return (constructor.name:gsub("_", " ")) end,
  strings = function(_, constructor) return { constructor.name, "and more" } end,
  boolean = function() return true end,
  choice = function(rule) return rule.among[1] end,
  color = function() return "#e8452c" end,
  colors = function() return { "#e8452c", "#ffd9a0", "#274a8f" } end,
  point = function() return { "50%", "50%" } end,
  image = function(_, _, film) return scene.night(0, film) end,
  list = function() return { 3, 5, 4, 8 } end,
}

---What a constructor is shown with: `given`, and something for each option that it needs besides.
---@param constructor moonreel.EffectConstructor
---@param film { size: moonreel.PixelSize }  that it is shown in
---@param given? table<string, any>
---@return table<string, any>
function showing.options(constructor, film, given)
  local options = {}
  for name, rule in pairs(constructor.options) do
    local value = given and given[name]
    if value == nil then value = rule.sample end
    if value == nil and rule.required and rule.default == nil then
      local guess = guesses[rule[1]]
      if not guess then
        error(constructor.name .. " needs '" .. name .. "', and its rule says no sample to show it with: add "
          .. "sample = … to the rule of '" .. name .. "'", 2)
      end
      value = guess(rule, constructor, film)
    end
    options[name] = value
  end
  for name, value in pairs(given or {}) do options[name] = value end
  return options
end

local makers = {}

function makers.effect(show, made, film)
  show:add { source = film.first, duration = film.seconds, effects = { made } }
end

function makers.transition(show, made, film)
  local length = film.seconds + math.max(film.hold, 0.1)
  show:sequence {
    { source = film.first, duration = length }, { source = film.second, duration = length },
    overlap = film.seconds, transition = made,
  }
end

local function over_first(show, made, film)
  local length = type(made) == "userdata" and made.duration or film.seconds
  show:add { source = film.first, duration = film.seconds }
  show:add { source = made, duration = math.min(length, film.seconds) }
end

makers.title, makers.template, makers.chart, makers.generator = over_first, over_first, over_first, over_first

function makers.sound_effect(show, made, film)
  show:add {
    source = mr.source.music { seed = 11, duration = film.seconds + 6 }, trim = { 6, 6 + film.seconds },
    audio = { effects = made },
  }
end

-- What most of a kind are given, where nothing else is said. A title that requires something writes that.
local usual = {
  title = function(constructor, film)
    local options = { size = film.size[2] / 8, weight = "bold", fill = "#f4efe6" }
    for _, rule in pairs(constructor.options) do if rule.required then return options end end
    options.text = (constructor.name:gsub("_", " "))
    return options
  end,
  chart = function(_, film) return { size = film.size, duration = film.seconds } end,
}

---A film of what a constructor makes.
---@param constructor moonreel.EffectConstructor  the result of a plugin's module, or an entry of the library
---@param given? moonreel.ShowingOptions
---@return moonreel.Composition
function showing.film(constructor, given)
  local kind = plugin.kind(constructor)
  if not kind then error("showing.film takes a constructor, such as require \"moonreel.effects\".glow", 2) end
  local film = { size = { 640, 360 }, fps = 30, seconds = 2, hold = 0.1, first = scene.dusk, second = scene.night }
  for name, value in pairs(given or {}) do film[name] = value end
  local options = usual[kind] and usual[kind](constructor, film) or {}
  for name, value in pairs(film.options or {}) do options[name] = value end
  local show = mr.composition { size = film.size, fps = film.fps, seed = 5 }
  makers[kind](show, constructor(showing.options(constructor, film, options)), film)
  return show
end

return showing
