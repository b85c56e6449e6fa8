-- SPDX-License-Identifier: MIT
-- All transitions by name; each is loaded when it is first named:
--
--   local tr = require "moonreel.transitions"
--   local wipe = tr.wipe { angle = 90 }

local library = require "moonreel.library"

return library.of("transitions", "unknown transition", {
  "aperture", "barn_door", "blinds", "blur", "book_flip", "burn", "checkerboard", "clock",
  "cover", "cross_zoom", "cube", "dissolve", "door", "dreamy", "fade", "film_burn", "flash",
  "flip", "glitch", "halftone", "iris", "kaleidoscope", "luma_matte", "luma_melt", "morph",
  "page_curl", "pixelate", "push", "ripple", "slice", "slide", "spin", "squares", "squeeze",
  "swap", "swirl", "uncover", "water_drop", "whip_pan", "wipe", "zoom",
}, "tr")
