-- SPDX-License-Identifier: MIT
-- All transitions by name; each is loaded when it is first named:
--
--   local tr = require "moonreel.transitions"
--   local wipe = tr.wipe { angle = 90 }

local library = require "moonreel.library"

return library.of("transitions", "unknown transition", {
  "aperture", "barn_door", "billboard", "blinds", "blur", "book_flip", "bounce", "burn",
  "checkerboard", "clock", "color_distance", "color_phase", "cover", "cross_zoom", "crosshatch",
  "cube", "disintegrate", "dissolve", "door", "dreamy", "drip", "fade", "film_burn", "film_roll",
  "flash", "flip", "fold", "glitch", "grays", "grid_flip", "halftone", "hexagons", "ink", "iris",
  "kaleidoscope", "light_sweep", "liquid", "luma_matte", "luma_melt", "morph", "page_curl",
  "paper_tear", "pinwheel", "pixelate", "push", "ripple", "slice", "slide", "smear", "spin",
  "spotlight", "squares", "squeeze", "static", "swap", "swirl", "uncover", "warp", "water_drop",
  "whip_pan", "wind", "wipe", "zoom",
}, "tr")
