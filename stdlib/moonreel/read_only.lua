-- SPDX-License-Identifier: MIT
-- read_only: tables that can be read and gone through with `pairs`, and not changed.

local words = require "moonreel.words"

---A table with the fields of another, which cannot be changed.
---@param fields table
---@param what string      what it is, for the message: "the effect 'vignette'"
---@param call? function   makes it callable: gets the table, then the arguments
---@param uncalled? string for constructors, how a script calls them: "wipe { … }"
---@param kind? string     for constructors, what they make; see moonreel.plugin
---@return table
local function read_only(fields, what, call, uncalled, kind)
  return setmetatable({}, {
    __index = fields, __what = what, __uncalled = uncalled, __plugin = kind,
    __place = call and not uncalled and words.place() or nil, -- where a script made it
    __newindex = function() error(what .. " cannot be changed; make another one", 2) end,
    __pairs = function() return pairs(fields) end,
    __call = call,
  })
end

return read_only
