-- SPDX-License-Identifier: MIT
--
-- The effects, by name; each is loaded when it is first asked for:
--
--   local fx = require "moonreel.effects"
--   local soft = fx.vignette { strength = 0.7 }

local options = require "moonreel.options"

local names = {
  "bleach_bypass", "bulge", "camera_shake", "chromatic_aberration", "color_wash", "cross_process",
  "crt", "day_for_night", "dream", "drop_shadow", "duotone", "film_grain", "fisheye", "glitch",
  "glow", "grid", "halftone", "kaleidoscope", "ken_burns", "lens_distortion", "letterbox",
  "light_leak", "light_streaks", "mirror", "mosaic", "neon", "night_vision", "old_film", "outline",
  "pip_frame", "rain", "reflection", "relief", "rgb_split", "ripple", "rounded_corners", "sketch",
  "snow", "split_screen", "strobe", "swirl", "teal_orange", "thermal", "tilt_shift", "toon", "vhs",
  "vignette", "wave", "x_ray", "zoom_pulse",
}

---@class moonreel.effects: table<string, moonreel.EffectConstructor>
---@field names string[]  of all effects, in order
local effects = { names = names }

local is_known = {}
for _, name in ipairs(names) do is_known[name] = true end

local function load(self, name)
  if not is_known[name] then
    local near = type(name) == "string" and options.nearest(name, names)
    error("there is no effect '" .. tostring(name) .. "'"
      .. (near and (" (did you mean '" .. near .. "'?)") or ""), 2)
  end
  local constructor = require("moonreel.effects." .. name)
  rawset(self, name, constructor)
  return constructor
end

return setmetatable(effects, { __index = load })
