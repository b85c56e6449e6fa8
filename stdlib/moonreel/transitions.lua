-- SPDX-License-Identifier: MIT
-- All transitions by name; each is loaded when it is first named:
--
--   local tr = require "moonreel.transitions"
--   local wipe = tr.wipe { angle = 90 }

local options = require "moonreel.options"

local names = {
  "aperture", "barn_door", "blinds", "blur", "book_flip", "burn", "checkerboard", "clock",
  "cover", "cross_zoom", "cube", "dissolve", "door", "dreamy", "fade", "film_burn", "flash",
  "flip", "glitch", "halftone", "iris", "kaleidoscope", "luma_matte", "luma_melt", "morph",
  "page_curl", "pixelate", "push", "ripple", "slice", "slide", "spin", "squares", "squeeze",
  "swap", "swirl", "uncover", "water_drop", "whip_pan", "wipe", "zoom",
}

local known = {}
for _, name in ipairs(names) do known[name] = true end

local transitions = {}

return setmetatable(transitions, {
  __index = function(_, name)
    if known[name] then
      local maker = require("moonreel.transitions." .. name)
      rawset(transitions, name, maker)
      return maker
    end
    local near = type(name) == "string" and options.nearest(name, names)
    error("unknown transition '" .. tostring(name) .. "'"
      .. (near and (" (did you mean '" .. near .. "'?)") or ""), 2)
  end,
  __newindex = function() error("the library of transitions cannot be changed; use a table of your own", 2) end,
  __pairs = function()
    local position = 0
    return function()
      position = position + 1
      local name = names[position]
      if name then return name, transitions[name] end
    end
  end,
})
