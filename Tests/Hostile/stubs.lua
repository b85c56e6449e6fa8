-- SPDX-License-Identifier: MIT
--
-- Reads the stubs of stdlib/meta: which functions, methods and options there are.

local stubs = {}

---The names of the options within `{ a?: number, b: string }`, its own only.
local function inline(kind)
  local names = {}
  local body = kind:match "^[^{]*(%b{})"
  for name in (body or ""):sub(2, -2):gmatch "([%a_][%w_]*)%??:%s" do names[#names + 1] = name end
  return names
end

---Classes by name with their fields in order, and functions in order:
---`{ owner =, name =, isMethod =, params = { { name =, kind = } } }`.
function stubs.read(text)
  local classes, functions, class, params, alias = {}, {}, nil, {}, {}
  for line in text:gmatch "[^\n]*" do
    local name, parent = line:match "^%-%-%-@class ([%w_.]+):?%s*([%w_.]*)"
    local field, kind = line:match "^%-%-%-@field ([%w_]+)%??%s+(.*)"
    local param, type = line:match "^%-%-%-@param ([%w_]+)%??%s+(.*)"
    local owner, mark, called = line:match "^function ([%w_.]+)([.:])([%w_]+)%("
    local known, meaning = line:match "^%-%-%-@alias ([%w_.]+)%s+(.*)"
    if name then
      class = classes[name] or { name = name, fields = {}, parent = parent ~= "" and parent or nil }
      classes[name] = class
    elseif field and class then
      class.fields[#class.fields + 1] = { name = field, kind = kind }
    elseif param then
      params[#params + 1] = { name = param, kind = type }
    elseif owner then
      functions[#functions + 1] = { owner = owner, name = called, isMethod = mark == ":", params = params }
      params = {}
    elseif known then
      alias[known] = meaning
    end
  end
  return { classes = classes, functions = functions, alias = alias }
end

---The names of the options that a parameter or field of this kind takes.
function stubs.options(read, kind, known)
  local names, seen = {}, {}
  local function add(name)
    if not seen[name] then seen[name], names[#names + 1] = true, name end
  end
  for _, name in ipairs(inline(kind)) do add(name) end
  for class in kind:gmatch "moonreel%.[%w_]+" do
    local next = read.classes[class]
    while next and not known[class] do
      for _, field in ipairs(next.fields) do add(field.name) end
      next = next.parent and read.classes[next.parent]
    end
  end
  return names
end

return stubs
