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
  "ascii", "bevel", "black_and_white", "bleach_bypass", "bulge", "camera_shake", "chroma_key",
  "chromatic_aberration", "clarity", "color_pop", "color_wash", "confetti", "cross_process", "crt",
  "day_for_night", "deflicker", "dehaze", "denoise", "difference_key", "dither", "dream",
  "drop_shadow", "duotone", "engraving", "film_grain", "film_stock", "fisheye", "fog", "glitch",
  "glow", "god_rays", "grid", "halftone", "heat_haze", "hologram", "infrared", "inner_shadow",
  "kaleidoscope", "ken_burns", "lens_blur", "lens_distortion", "lens_flare", "letterbox",
  "light_leak", "light_streaks", "long_shadow", "match_color", "mirror", "mosaic", "neon",
  "night_vision", "oil_paint", "old_film", "outline", "pip_frame", "pixel_stretch",
  "posterize_time", "rain", "reflection", "relief", "rgb_split", "ribbed_glass", "ripple",
  "rounded_corners", "selective_color", "sharpen", "sketch", "slit_scan", "snow", "split_screen",
  "split_tone", "stained_glass", "strobe", "swirl", "teal_orange", "thermal", "tilt_shift",
  "tiny_planet", "toon", "trails", "underwater", "vhs", "vibrance", "vignette", "watercolor",
  "wave", "white_balance", "x_ray", "zoom_pulse",
}, "fx")
