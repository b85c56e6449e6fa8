-- SPDX-License-Identifier: MIT
-- theme: the few colours and fonts that templates are drawn in.

local options = require "moonreel.options"

local theme = {}

local rules = {
  accent = { "color", default = "#ff5a3c" },
  ink = { "color", default = "#ffffff" },
  muted = { "color", default = "#c3cad6" },
  paper = { "color", default = "#10141ce0" },
  font = { "string", default = "DejaVu Sans" },
  quote_font = { "string", default = "DejaVu Serif" },
}

---The colours and fonts of a template, with defaults for those that are not given.
---@param given? moonreel.ThemeOptions
---@param owner string
---@param level integer  whom errors blame: 2 the caller, 3 the caller's caller
---@return moonreel.Theme
function theme.of(given, owner, level)
  return options.check("the theme of " .. owner, given, rules, level + 1)
end

return theme
