-- SPDX-License-Identifier: MIT
-- title_options: what title presets take: their own options, those of all of them, and those of `mr.text`.

local curve = require "moonreel.curve"
local options = require "moonreel.options"

local title_options = {}

-- What `mr.text` takes, which checks it.
local text_names = {
  "text", "markup", "spans", "stroke", "shadow", "glow", "box", "font", "size", "weight", "slant", "stretch",
  "variations", "features", "letter_spacing", "rise", "fill", "background", "underline", "strikethrough",
  "language", "width", "height", "align", "vertical_align", "wrap", "ellipsis", "max_lines", "line_spacing",
  "fit", "min_size", "direction",
}

---The rules of all options that a preset takes.
---@param definition moonreel.TitleDefinition
---@return table<string, moonreel.OptionRule>
function title_options.rules(definition)
  local units = definition.units
  local rules = {
    enter = { "number", min = 0 }, leave = { "number", min = 0 }, out = { "any" },
    delay = { "number", default = 0, min = 0 }, duration = { "number", min = 0.001 },
    ease = { "any", default = definition.ease or "out_cubic" }, seed = { "integer", default = 1, min = 0 },
  }
  if units then
    rules.by = { "choice", among = { "character", "word", "line" }, default = units.by or "character" }
    rules.order = { "choice", among = { "forward", "reverse", "center", "edges", "random" },
      default = units.order or "forward" }
    rules.each = { "number", default = units.each or 0.5, min = 0, max = 1 }
  end
  for name, rule in pairs(definition.options or {}) do rules[name] = rule end
  for _, name in ipairs(text_names) do
    if rules[name] then
      error("bad options of " .. definition.name .. ": '" .. name .. "' is an option of mr.text; choose another", 3)
    end
    rules[name] = { "any" }
  end
  return rules
end

-- The options of `mr.text` among all.
local function text_of(given)
  local text = {}
  for _, name in ipairs(text_names) do text[name] = given[name] end
  return text
end

---The options as a preset takes them, and what it writes. Errors blame the caller's caller.
---@param definition moonreel.TitleDefinition
---@param rules table<string, moonreel.OptionRule>
---@param given? table
---@return table
---@return moonreel.TextOptions
function title_options.checked(definition, rules, given)
  local name = definition.name
  local params = options.check(name, given, rules, 4)
  params.ease = curve.named(params.ease, name, 4)
  local text = text_of(params)
  if definition.prepare then definition.prepare(text, params) end
  if definition.needs_text and type(text.text) ~= "string" then
    error(name .. " needs 'text': it writes the letters anew", 4)
  end
  if params.out and definition.rest and not definition.settles then
    error("bad 'out' of " .. name .. ": it is no plain title at rest and leaves in its own way; leave it out", 4)
  end
  return params, text
end

return title_options
