-- SPDX-License-Identifier: MIT
-- plugin: what a module's result makes, and which options it takes, for programs that look at modules.

---@alias moonreel.PluginKind "effect"|"transition"|"title"|"template"|"generator"|"chart"|"sound_effect"

---@class moonreel.plugin
local plugin = {}

---What `value` makes where it is a constructor, as the library's makers return them (`effect { … }`, `transition { … }` …);
---`nil` where it is anything else.
---@param value any
---@return moonreel.PluginKind?
function plugin.kind(value)
  local meta = type(value) == "table" and getmetatable(value)
  return type(meta) == "table" and rawget(meta, "__plugin") or nil
end

-- What of a rule is said to programs.
local told = { "required", "min", "max", "among", "default", "sample" }

---The rules of a constructor's options as plain values: their kind, their limits and choices, and defaults that are
---numbers, text or tables of these.
---@param constructor moonreel.EffectConstructor
---@return table<string, table>
function plugin.rules(constructor)
  local rules = {}
  for option, rule in pairs(constructor.options) do
    local plain = { kind = rule[1] }
    for _, key in ipairs(told) do
      local value = rule[key]
      if type(value) ~= "function" and type(value) ~= "userdata" then plain[key] = value end
    end
    rules[option] = plain
  end
  return rules
end

return plugin
