-- SPDX-License-Identifier: MIT
-- Four pictures at once, each graded in its own way, under a badge: VideoLab's demo of many layers.
local mr = require "moonreel"

local size = { 1280, 720 }
local show = mr.composition { size = size, fps = 30, duration = 4 }

local looks = {
  function(image) return image:saturation(1.6) end,
  function(image) return image:hue(140) end,
  function(image) return image:invert() end,
  function(image) return image:saturation(0):contrast(1.3) end,
}
local places = { { "25%", "25%" }, { "75%", "25%" }, { "25%", "75%" }, { "75%", "75%" } }
for index, look in ipairs(looks) do
  show:add {
    source = mr.source.lights { seed = index, size = size }, duration = 4,
    scale = 0.5, position = places[index], effects = { look },
  }
end

show:add {
  source = mr.image.mask { rect = { 0, 0, 220, 90 }, radius = 20 }, fit = "none",
  position = { "50%", "50%" }, duration = 4, opacity = { { 0, 0 }, { 1, 0.9, "out_cubic" } },
}
return show
