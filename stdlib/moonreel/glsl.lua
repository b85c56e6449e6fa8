-- SPDX-License-Identifier: MIT
-- glsl: what `mr.glsl` makes of shaders. A transition becomes a constructor of transitions, a picture that reads
-- iChannel0 one of effects, and one that reads none one of sources. Uniforms are their options.

local effect = require "moonreel.effect"
local frame = require "moonreel.frame"
local options = require "moonreel.options"
local read_only = require "moonreel.read_only"
local passes_of = require "moonreel.glsl_passes"
local transition = require "moonreel.transition"

-- What moves a uniform of so many numbers.
local moves = { [2] = "point", [3] = "color", [4] = "color" }

-- The rule of a uniform's option.
local function rule_of(uniform)
  local kind = uniform.count == 1 and uniform.component or "vector"
  return {
    kind, default = uniform.default, count = uniform.count, component = uniform.component,
    moves = moves[uniform.count], documentation = uniform.documentation,
  }
end

-- The options of a shader: its uniforms, and the pictures that it names itself but for those in `given`.
local function rules_of(shader, given)
  local rules = {}
  for _, uniform in ipairs(shader.uniforms) do rules[uniform.name] = rule_of(uniform) end
  for _, name in ipairs(shader.samplers) do
    if not given[name] then rules[name] = { "image", required = true } end
  end
  return rules
end

-- The pictures that a shader reads, in its order.
local function pictures_of(shader, known, params, size)
  local pictures = {}
  for position, name in ipairs(shader.samplers) do
    pictures[position] = frame.filled(known[name] or params[name], size)
  end
  return pictures
end

local function values_of(shader, params, known)
  local values = {}
  for name, value in pairs(known) do values[name] = value end
  for _, uniform in ipairs(shader.uniforms) do values[uniform.name] = params[uniform.name] end
  return values
end

-- A name for messages: the file's, without folder and ending.
local function name_of(shader) return (shader.name:match "([^/]+)$" or shader.name):gsub("%.%w+$", "") end

local function transition_of(shader)
  return transition {
    name = name_of(shader),
    options = rules_of(shader, { from = true, to = true }),
    draw = function(from, to, progress, params, context)
      local size = context.size
      local pictures = pictures_of(shader, { from = from, to = to }, params, size)
      return shader:draw(pictures, values_of(shader, params, { progress = progress }), size)
    end,
  }
end

-- The options of all passes; a uniform that two of them name is one option.
local function rules_of_all(passes)
  local rules, reads = { iMouse = { "vector", count = 4, default = { 0, 0, 0, 0 } } }, false
  for _, pass in pairs(passes) do
    local given = { iChannel0 = true }
    for name in pairs(pass.channels) do given[name] = true end
    for name, rule in pairs(rules_of(pass.shader, given)) do rules[name] = rule end
    for _, name in ipairs(pass.shader.samplers) do
      if name == "iChannel0" and not pass.channels.iChannel0 then reads = true end
    end
  end
  return rules, reads
end

-- The picture of all passes at a moment; `picture` is what iChannel0 shows where it shows no buffer.
local function drawn(passes, picture, params, context)
  local size, known = context.size, {}
  local moment = {
    iTime = context.time, iTimeDelta = context.frame_duration, iFrame = context.frame_index,
    iFrameRate = 1 / context.frame_duration, iMouse = params.iMouse,
    iChannelTime = { context.time, context.time, context.time, context.time },
  }
  local function draw(name)
    if known[name] then return known[name] end
    local pass = passes[name]
    local channels = { iChannel0 = picture }
    for channel, source in pairs(pass.channels) do channels[channel] = draw(source) end
    local pictures = pictures_of(pass.shader, channels, params, size)
    known[name] = pass.shader:draw(pictures, values_of(pass.shader, params, moment), size)
    return known[name]
  end
  return draw "image"
end

-- A constructor of sources: functions of the time.
local function source_of(name, passes, rules)
  local fields = { name = name, options = rules }
  return read_only(fields, "the constructor of " .. name, function(_, opts)
    local params = options.check(name, opts, rules, 3)
    return function(_, context) return drawn(passes, nil, params, context) end
  end, name .. " { … }", "generator")
end

---@param load fun(path: string): userdata   reads a shader
---@param given string|table                 a file, or { image = …, buffers = … }
---@return function                          the constructor
return function(load, given)
  local passes = passes_of(load, given)
  local shader = passes.image.shader
  if shader.kind == "transition" then return transition_of(shader) end
  local rules, reads = rules_of_all(passes)
  if not reads then return source_of(name_of(shader), passes, rules) end
  return effect {
    name = name_of(shader),
    options = rules,
    draw = function(image, params, context) return drawn(passes, image, params, context) end,
  }
end
