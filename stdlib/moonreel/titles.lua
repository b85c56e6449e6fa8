-- SPDX-License-Identifier: MIT
--
-- The title presets, by name; each is loaded when it is first asked for:
--
--   local titles = require "moonreel.titles"
--   show:add { source = titles.slide_up { text = "Good evening", size = 96 }, duration = 3 }

local library = require "moonreel.library"

---@class moonreel.titles: table<string, fun(opts: moonreel.TitleOptions): moonreel.Source>
---@field names string[]  of all presets, in order
return library.of("titles", "there is no title preset", {
  "blur_in", "bounce", "color_cycle", "count_up", "drop", "fade", "flip", "glitch", "highlight",
  "karaoke", "mask_reveal", "neon_flicker", "outline_to_fill", "pop", "random_letters", "rotate_in",
  "scramble", "shine", "slide_down", "slide_left", "slide_right", "slide_up", "split_lines",
  "stamp", "tracking_in", "typewriter", "underline_draw", "wave", "words_one_by_one", "zoom",
}, "titles")
