-- SPDX-License-Identifier: MIT
-- library: tables whose entries are known by name. Who asks for another is told the nearest.

local words = require "moonreel.words"

local library = {}

-- Blames whoever looked the name up: the caller of the caller.
local function refuse(problem, name, names, what)
  error(problem .. " '" .. tostring(name) .. "'" .. words.hint(tostring(name), names, what), 3)
end

---What a table does, as its `__index`, when it is asked for what it does not have.
---@param problem string   how the message begins: "there is no easing"
---@param names string[]   what it has
---@return fun(table: table, name: any)
function library.unknown(problem, names)
  return function(_, name) refuse(problem, name, names) end
end

---The modules of a folder by their names, each loaded when it is first asked for; `names` lists them, `pairs`
---goes through them in order.
---@param what string      what all of them are: "effects", also the folder below moonreel
---@param problem string   how the message about a name that is none of them begins
---@param names string[]   in order
---@param short string      what scripts mostly call it: "fx"
---@return table
function library.of(what, problem, names, short)
  local is_known = {}
  for _, name in ipairs(names) do is_known[name] = true end
  local function entry(name)
    local value = require("moonreel." .. what .. "." .. name)
    local meta = getmetatable(value)
    if meta and meta.__uncalled then meta.__uncalled = short .. "." .. name .. " { … }" end
    return value
  end
  return setmetatable({ names = names }, {
    __library = short, __what = "the library of " .. what,
    __index = function(_, name)
      if not is_known[name] then refuse(problem, name, names, what) end
      return entry(name)
    end,
    __newindex = function()
      error("the library of " .. what .. " cannot be changed; use a table of your own", 2)
    end,
    __pairs = function()
      local position = 0
      return function()
        position = position + 1
        local name = names[position]
        if name then return name, entry(name) end
      end
    end,
  })
end

return library
