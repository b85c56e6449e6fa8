---@meta moonreel.options
-- SPDX-License-Identifier: MIT

---What an option may be.
---@class moonreel.OptionRule
---@field [1] "number"|"integer"|"string"|"boolean"|"table"|"function"|"choice"|"color"|"list"|"colors"|"strings"|"point"|"size"|"image"|"moving"|"sound"|"any"
---@field default? any
---@field required? boolean
---@field min? number
---@field max? number
---@field among? string[]  for a choice
---@field sample? any      what galleries, measurements and examples give where it is required

---Checks tables of options; `local options = require "moonreel.options"`.
---@class moonreel.options
local options = {}

---Checks `given` against `rules` and returns a table with the defaults filled in.
---@param owner string    whose options they are, for messages
---@param given? table    the options as handed over
---@param rules table<string, moonreel.OptionRule>
---@param level? integer  at whose line errors are reported: 2, the default, the caller's, 3 its caller's …
---@return table
function options.check(owner, given, rules, level) end

---The candidate nearest to a name, or nil where none is near.
---@param name string
---@param candidates string[]
---@return string?
function options.nearest(name, candidates) end

---The end of a message about a name that is not known: ` (did you mean 'angle'?)`, or nothing where none is near.
---@param name string
---@param candidates string[]
---@return string
function options.hint(name, candidates) end

return options
