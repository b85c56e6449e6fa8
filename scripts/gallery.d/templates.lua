-- SPDX-License-Identifier: MIT
-- One film with every template for `seconds` each, in the order of `moonreel.templates`; scripts/gallery cuts it up.

local mr = require "moonreel"
local templates = require "moonreel.templates"
local scene = require "scene"

local size, seconds = { 320, 180 }, 3

local options = {
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
-- What fills the frame with letters is shown on a plain ground, the rest over a picture.
local over_picture = { lower_third = true, social_handle = true, news_ticker = true, location_tag = true }

local show = mr.composition { size = size, fps = 10, background = "#141a26" }
local still = scene.draw(0, size)
for index, name in ipairs(templates.names) do
  local at = (index - 1) * seconds
  if over_picture[name] then show:add { source = still, at = at, duration = seconds } end
  show:add { source = templates[name](options[name]), at = at, duration = seconds }
end
return show
