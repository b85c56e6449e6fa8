-- SPDX-License-Identifier: MIT
-- One film with every template for `seconds` each, in the order of `moonreel.templates`; scripts/gallery cuts it up.

local mr = require "moonreel"
local templates = require "moonreel.templates"
local scene = require "moonreel.scene"
local samples = require "samples"

local size, seconds = { 320, 180 }, 3

-- What fills the frame with letters is shown on a plain ground, the rest over a picture.
local over_picture = { lower_third = true, social_handle = true, news_ticker = true, location_tag = true }

local show = mr.composition { size = size, fps = 10, background = "#141a26" }
local still = scene.dusk(0, { size = size })
for index, name in ipairs(templates.names) do
  local at = (index - 1) * seconds
  if over_picture[name] then show:add { source = still, at = at, duration = seconds } end
  show:add { source = templates[name](samples.templates[name]), at = at, duration = seconds }
end
return show
