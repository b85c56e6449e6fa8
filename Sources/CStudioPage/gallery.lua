-- SPDX-License-Identifier: MIT
-- What the studio's galleries draw: every entry of one library for `seconds`, with frames of the film that is watched.
-- `samples` and `pictures` are given by the studio.

local mr = require "moonreel"
local p = mr.params {
  kind = { "string", required = true }, width = { "integer", required = true }, height = { "integer", required = true },
}
local library = require("moonreel." .. p.kind)

local seconds, rate = 2, 8
local first, second = pictures.first, pictures.second
local size = { p.width, p.height }
local names = table.move(library.names, 1, #library.names, 1, {})
table.sort(names)

-- An entry that needs more than there is here is not drawn.
local function try(make)
  local is_made, made = pcall(make)
  return is_made and made or nil
end

local function context(time, given)
  return {
    size = size, time = time, progress = time / seconds, seed = 5, frame_duration = 1 / rate,
    frame_index = given.frame_index,
  }
end

local function drawn(draw)
  return mr.source.custom { size = size, duration = seconds, draw = function(time, given)
    local is_drawn, picture = pcall(draw, time, context(time, given))
    return is_drawn and picture:over "black" or first
  end }
end

local makers = {
  transitions = function(name)
    local change = try(function() return library[name]() end)
    return change and drawn(function(time, given)
      -- The first frame shows the first picture, the last two the second.
      local progress = math.min(1, math.max(0, (time - 1 / rate) / (seconds - 3 / rate)))
      return change(first, second, progress, given)
    end)
  end,
  effects = function(name)
    local effect = try(function() return library[name]() end)
    return effect and drawn(function(_, given) return effect(first, given) end)
  end,
  titles = function(name)
    local options = { size = size[2] / 5, weight = "bold", fill = "#f4efe6" }
    if name ~= "count_up" then options.text = (name:gsub("_", " ")) end
    for option, value in pairs(samples.titles[name] or {}) do
      if option ~= "size" then options[option] = value end
    end
    return try(function() return library[name](options) end)
  end,
  templates = function(name) return try(function() return library[name](samples.templates[name]) end) end,
}

local show = mr.composition { size = size, fps = rate, duration = #names * seconds, background = "black" }
for index, name in ipairs(names) do
  local at = (index - 1) * seconds
  show:add { source = first, at = at, duration = seconds }
  local source = makers[p.kind](name)
  if source then show:add { source = source, at = at, duration = seconds, fit = "none" } end
end
return show
