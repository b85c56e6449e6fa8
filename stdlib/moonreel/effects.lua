-- SPDX-License-Identifier: MIT
--
-- The effects, by name; each is loaded when it is first asked for:
--
--   local fx = require "moonreel.effects"
--   local soft = fx.vignette { strength = 0.7 }

local library = require "moonreel.library"

---@class moonreel.effects: table<string, moonreel.EffectConstructor>
---@field names string[]  of all effects, in order
return library.of("effects", "there is no effect", {
  "bleach_bypass", "bulge", "camera_shake", "chromatic_aberration", "color_wash", "cross_process",
  "crt", "day_for_night", "dream", "drop_shadow", "duotone", "film_grain", "fisheye", "glitch",
  "glow", "grid", "halftone", "kaleidoscope", "ken_burns", "lens_distortion", "letterbox",
  "light_leak", "light_streaks", "mirror", "mosaic", "neon", "night_vision", "old_film", "outline",
  "pip_frame", "rain", "reflection", "relief", "rgb_split", "ripple", "rounded_corners", "sketch",
  "snow", "split_screen", "strobe", "swirl", "teal_orange", "thermal", "tilt_shift", "toon", "vhs",
  "vignette", "wave", "x_ray", "zoom_pulse",
}, "fx")
