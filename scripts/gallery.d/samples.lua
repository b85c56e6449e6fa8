-- SPDX-License-Identifier: MIT
-- What effects, titles, templates and charts are shown and measured with: the options of those that need or want some.

local mr = require "moonreel"

local samples = {}

samples.titles = {
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

samples.templates = {
  lower_third = { name = "Harbour light", role = "Lit at nightfall" },
  title_card = { title = "The Long Night", subtitle = "a film in three parts" },
  quote = { text = "A film is a number of pictures; the rest is in between.", author = "Reel one" },
  chapter = { number = "2", title = "Into the hills" },
  end_credits = { title = "The Long Night", credits = {
    { "Pictures", "The valley" }, { "Sound", "The wind", "The brook" }, { "Music", "The dunes" },
    { "Thanks" }, { "Hills", "those beyond the town" } } },
  logo_sting = { name = "Lantern", tagline = "films by night" },
  countdown = { from = 3, label = "until we begin" },
  social_handle = { handle = "lanternfilms" },
  news_ticker = { items = { "Balloon seen over the hills", "Wind from the west", "More at dusk" }, speed = 0.3 },
  split_title = { first = "Above", second = "the quiet valley" },
  location_tag = { place = "Cappadocia", detail = "half past six" },
  list_points = { title = "What to pack", points = { "A warm coat", "Bread and cheese", "The map" } },
  big_number = { value = 1250, suffix = " m", label = "above the sea" },
}

samples.charts = {
  bar = { data = { { "Mon", 12 }, { "Tue", 19 }, { "Wed", 7 }, { "Thu", 24 }, { "Fri", 16 } }, grow = 0.6 },
  clock = { at = "10:08:24", speed = 90, sweep = true },
  counter = { value = 12480, label = "steps a day", grow = 1 },
  line = { data = { 3, 5, 4, 8, 7, 11, 14 }, grow = 1.1 },
  pie = {
    data = { { "Rent", 42 }, { "Food", 24 }, { "Travel", 18 }, { "Rest", 16 } }, hole = 0.55, grow = 1,
    values = "none", text_size = 0.09,
  },
  ring = { value = 76, grow = 1, label = "done" },
  timer = { seconds = 2, tenths = true, warning = 0.6 },
}

return samples
