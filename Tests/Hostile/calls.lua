-- SPDX-License-Identifier: MIT
--
-- Calls every function that a script can reach with hostile values in the place of each argument, each option
-- and each property. Each call is printed before it is made, so that the last line names the one that ended
-- the process; each answer that is no sentence is printed after "BAD".

local mr = require "moonreel"
local stubs = require "stubs"
local objects = require "objects"
local values = require "values"

local given = mr.params {
  stubs = { "string", required = true, doc = "the text of the stubs" },
  library = { "string", default = "", doc = "the library's modules and their options" },
  most = { "integer", default = 0, doc = "values for each place; 0: all" },
  pairs = { "boolean", default = false, doc = "whether two places are hostile at once" },
  draw = { "integer", default = 0, doc = "how many of the pictures that come back are the film" },
  only = { "string", default = "", doc = "functions whose names begin so" },
}

local read = stubs.read(given.stubs)
local world = objects.world()
local hostile = {}
for _, each in ipairs(values) do hostile[#hostile + 1] = each end
for _, each in ipairs(objects.strangers()) do hostile[#hostile + 1] = each end
local calls, accepted, bad = 0, 0, 0
local shown, show = 0, mr.composition { size = { 16, 9 }, fps = 25 }

---Lays what came back into the film, where it can be seen, for a frame.
local function keep(label, answer)
  local what = type(answer) == "userdata" and tostring(answer) or ""
  if shown >= given.draw or not (what == "image" or what == "video source") then return end
  if pcall(show.add, show, { source = answer, at = mr.frames(shown), duration = mr.frames(1), name = label:sub(1, 200) }) then
    shown = shown + 1
  end
end

---Whether `message` is a sentence of ours.
local function isSentence(message)
  if type(message) ~= "string" or #message > 9000 or #message < 8 then return false end
  for _, sign in ipairs { "attempt to ", "internal", "bad argument #", "MoonreelError", "stack overflow" } do
    if message:find(sign, 1, true) then return false end
  end
  return true
end

---What a hostile function raises is its own; all else must be a sentence.
local own = { "hostile", "no index", "no length", "no pairs", "no end", "no name", "not equal", "no change",
  "raised a table", "attempt to yield", "cannot resume", "error object is a table" }

local function isOwn(message)
  if type(message) == "table" then return true end
  for _, sign in ipairs(own) do
    if tostring(message):find(sign, 1, true) then return true end
  end
end

local function try(label, called, ...)
  calls = calls + 1
  print(label)
  local answer = table.pack(pcall(called, ...))
  if answer[1] then
    accepted = accepted + 1
    keep(label, answer[2])
  elseif not isSentence(answer[2]) and not isOwn(answer[2]) then
    bad = bad + 1
    print("BAD " .. label .. ": " .. tostring(answer[2]):sub(1, 300))
  end
  return answer[1], answer[2]
end

---The hostile values for the next place: all, or the next ones round.
local turn = 0
local function some(visit)
  local most = given.most > 0 and math.min(given.most, #hostile) or #hostile
  for _ = 1, most do
    turn = turn % #hostile + 1
    visit(hostile[turn])
  end
end

local function copy(list)
  local result = {}
  for key, value in next, list do result[key] = value end
  return result
end

---`called(before…, arguments…)` with a hostile value in each place, and in each option of each place.
local function sweep(name, called, before, params, sound)
  local base, own = {}, objects.arguments[name]
  for index, param in ipairs(params) do
    base[index] = own and own[index]
    if base[index] == nil then base[index] = objects.value(param.kind, world) end
    if #stubs.options(read, param.kind, world) > 0 and objects.options[name] and not sound then
      base[index] = objects.options[name]
    end
  end
  local count = #params
  local function call(label, arguments)
    local all = { table.unpack(before) }
    for index = 1, count do all[#before + index] = arguments[index] end
    return try(label, called, table.unpack(all, 1, #before + count))
  end
  call(name .. "()", base)
  for index, param in ipairs(params) do
    some(function(each)
      local arguments = copy(base)
      arguments[index] = each.value
      call(name .. " " .. param.name .. " = " .. each.name, arguments)
      if given.pairs then
        for other = index + 1, count do
          for _, second in ipairs(hostile) do
            arguments[other] = second.value
            call(name .. " " .. param.name .. " = " .. each.name .. ", " .. params[other].name .. " = "
              .. second.name, arguments)
          end
          arguments[other] = base[other]
        end
      end
    end)
    for _, option in ipairs(stubs.options(read, param.kind, world)) do
      some(function(each)
        local arguments = copy(base)
        local options = type(base[index]) == "table" and copy(base[index]) or {}
        options[option] = each.value
        arguments[index] = options
        call(name .. " { " .. option .. " = " .. each.name .. " }", arguments)
      end)
    end
  end
  try(name .. " with too much", called, table.unpack(before), 1, 2, 3, 4, 5, 6, 7, 8)
end

local function isWanted(name) return name:sub(1, #given.only) == given.only end

-- Functions and methods.
for _, each in ipairs(read.functions) do
  local name = each.owner .. (each.isMethod and ":" or ".") .. each.name
  local called, before
  if each.isMethod then
    local object = objects.world()[each.owner]
    if object ~= nil then called, before = object[each.name], { object } end
  else
    called, before = each.owner:sub(1, 2) == "mr" and mr or {}, {}
    for part in (each.owner .. "." .. each.name):gmatch "[%w_]+" do
      if part ~= "mr" then called = type(called) == "table" and rawget(called, part) end
    end
  end
  if called and isWanted(name) then
    sweep(name, called, before, each.params)
    if each.isMethod then
      some(function(it) try(name .. " on " .. it.name, called, it.value) end)
      try(name .. " on nothing", called)
    end
  end
end

-- Properties, items and operators.
for name, object in pairs(world) do
  local class = read.classes["moonreel." .. name]
  if isWanted("property " .. name) then
    for _, field in ipairs(class and class.fields or {}) do
      local fresh = objects.world()[name]
      try("read " .. name .. "." .. field.name, function() return fresh[field.name] end)
      some(function(it)
        try("set " .. name .. "." .. field.name .. " = " .. it.name, function() fresh[field.name] = it.value end)
      end)
    end
    for _, it in ipairs(hostile) do
      if it.value == it.value then
        try("item " .. name .. "[" .. it.name .. "]", function() return object[it.value] end)
        try("set item " .. name .. "[" .. it.name .. "]", function() object[it.value] = 1 end)
      end
      local value = it.value
      for operator, run in pairs {
        add = function() return object + value, value + object end,
        sub = function() return object - value end, mul = function() return value * object end,
        div = function() return object / value end, mod = function() return object % value end,
        pow = function() return object ^ value end, less = function() return object < value end,
        call = function() return object(value) end, eq = function() return object == value end,
        concat = function() return object .. value end, length = function() return #object end,
        negated = function() return -object end, text = function() return tostring(object) end,
        close = function() local _ <close> = object end, each = function() for _ in pairs(object) do end end,
      } do
        calls = calls + 1
        print("operator " .. operator .. " of " .. name .. " and " .. it.name)
        pcall(run)
      end
    end
  end
end

-- The library: `module/name: option option …`, a line each.
for module, name, options in given.library:gmatch "([%w_]+)/([%w_]+):([^\n]*)" do
  local label = module .. "." .. name
  if isWanted(label) then
    local made = require("moonreel." .. module)[name]
    local base = { text = "Ag", title = "Ag", size = { 16, 9 }, duration = 1, data = { 1, 2 }, value = 5,
      points = { "a", "b" }, name = "A", credits = { "A" } }
    local kept = {}
    for option in options:gmatch "[%w_]+" do kept[option] = base[option] end
    try(label .. "()", made)
    some(function(it) try(label .. "(" .. it.name .. ")", made, it.value) end)
    for option in options:gmatch "[%w_]+" do
      some(function(it)
        local all = copy(kept)
        all[option] = it.value
        local isMade, object = try(label .. " { " .. option .. " = " .. it.name .. " }", made, all)
        if isMade and module == "effects" then
          try(label .. " { " .. option .. " = " .. it.name .. " } on a layer", function()
            mr.composition { size = { 16, 9 } }:add { source = mr.color "red", duration = 1, effects = { object } }
          end)
        end
      end)
    end
  end
end

-- What Lua itself has, but what goes on for as long as it is told.
local endless = { print = true, collectgarbage = true, concat = true }
for library, members in pairs { base = _G, string = string, table = table, math = math, coroutine = coroutine,
  utf8 = utf8 } do
  for name, called in pairs(members) do
    if type(called) == "function" and not endless[name] and isWanted("lua." .. library) then
      some(function(it)
        calls = calls + 3
        print("lua " .. library .. "." .. name .. " " .. it.name)
        pcall(called, it.value)
        pcall(called, "abc", it.value)
        pcall(called, { 1, 2, 3 }, it.value, it.value)
      end)
    end
  end
end

print(("END %d calls, %d accepted, %d bad"):format(calls, accepted, bad))
return given.draw > 0 and shown > 0 and show or mr.export { world.Timeline }
