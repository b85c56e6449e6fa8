-- SPDX-License-Identifier: MIT
-- One film with every title preset for `seconds` each, in the order of `moonreel.titles`; scripts/gallery cuts it up.

local mr = require "moonreel"
local titles = require "moonreel.titles"

local width, height, seconds = 240, 90, 2.4

local options = {
  count_up = { to = 48250, prefix = "$ ", size = 38 },
  highlight = { text = "worth marking", size = 27 },
  underline_draw = { text = "underlined" },
  mask_reveal = { text = "out of\nthe line", size = 32, align = "center" },
  split_lines = { text = "left and\nright", size = 32, align = "center" },
  slide_left = { text = "to the left" }, slide_right = { text = "to the right" },
  slide_up = { text = "up it goes" }, slide_down = { text = "down it goes", size = 32 },
  karaoke = { text = "sing along" }, neon_flicker = { text = "OPEN", size = 46 },
  stamp = { text = "PAID", size = 46 }, glitch = { text = "NO SIGNAL", size = 34 },
  scramble = { text = "DECODED", size = 38 }, words_one_by_one = { text = "one word at a time" },
  typewriter = { text = "typed slowly", size = 27, font = "DejaVu Sans Mono" },
  outline_to_fill = { text = "FILLED", size = 46 }, shine = { text = "POLISHED", size = 36, fill = "#c9a14a" },
  blur_in = { text = "into focus" }, tracking_in = { text = "TOGETHER", size = 28 },
  random_letters = { text = "one by one" }, color_cycle = { text = "rainbow", size = 42 },
}

local show = mr.composition { size = { width, height }, fps = 10, background = "#141a26" }
for index, name in ipairs(titles.names) do
  local given = { size = 34, weight = "bold", font = "DejaVu Sans", fill = "#f4efe6" }
  if name ~= "count_up" then given.text = (name:gsub("_", " ")) end
  for option, value in pairs(options[name] or {}) do given[option] = value end
  local at = (index - 1) * seconds
  show:add { source = titles[name](given), at = at, duration = seconds }
end
return show
