-- SPDX-License-Identifier: MIT
-- list: what counts as a list, and one value that stands for a list of it.

local list = {}

---A key of a table that is no place in a list, or nil: a list counts from 1 without gaps, and has no names.
---@param value table
---@return any
function list.stray(value)
  local count = #value
  for key in next, value do
    if math.type(key) ~= "integer" or key < 1 or key > count then return key end
  end
end

-- Whether a table without items is one thing: it has names, or its members come from elsewhere.
local function is_thing(value)
  local meta = getmetatable(value)
  if meta ~= nil and (type(meta) ~= "table" or meta.__index ~= nil) then return true end
  for key in next, value do
    if type(key) ~= "string" then return false end
  end
  return next(value) ~= nil
end

---The list that a value is or stands for; nil for a table that is neither a list nor one thing.
---@param value any
---@return table?
function list.of(value)
  if type(value) ~= "table" then return { value } end
  if #value == 0 and is_thing(value) then return { value } end
  if #value == 0 and getmetatable(value) ~= nil then return nil end
  if list.stray(value) == nil then return value end
end

return list
