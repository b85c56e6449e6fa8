-- SPDX-License-Identifier: MIT
-- The clips that the recipes of docs/cookbook.md use; `name` chooses one. scripts/gallery.d/cookbook/media.sh
-- renders them all.

local mr = require "moonreel"

local size = { 1280, 720 }

-- A scene of the demo with a sound of its own.
local function scene(name, sound)
  local timeline = mr.timeline()
  timeline:insert(require(name))
  timeline:add_track("audio"):insert(sound, { 0, 5 })
  return timeline
end

-- When the speaker says something.
local said = { { 0.3, 1.9 }, { 3, 4.6 } }

local function is_talking(time)
  for _, range in ipairs(said) do
    if time >= range[1] and time < range[2] then return true end
  end
  return false
end

local function fill(color, outline) return mr.color(color):matte(mr.image.mask(outline)) end

-- Somebody from the waist up, whose middle is at `x`.
local function person(x, time)
  local nod = 6 * math.sin(time * 2)
  local mouth = is_talking(time) and 8 + 14 * math.abs(math.sin(time * 13)) or 5
  local parts = {
    fill("#28405f", { rect = { x - 170, 470 + nod / 2, 340, 400 }, radius = 120 }),
    fill("#d9a07a", { rect = { x - 38, 400 + nod, 76, 110 }, radius = 30 }),
    fill("#e8b48c", { ellipse = { x - 105, 160 + nod, 210, 270 } }),
    fill("#3a2a22", { path = ("M %f %f a 112 120 0 0 1 224 0 q -112 -70 -224 0 z"):format(x - 112, 280 + nod) }),
    fill("#2b1d18", { ellipse = { x - 52, 285 + nod, 18, 22 } }),
    fill("#2b1d18", { ellipse = { x + 34, 285 + nod, 18, 22 } }),
    fill("#8c2f39", { ellipse = { x - 30, 365 + nod - mouth / 2, 60, mouth } }),
  }
  local picture = mr.image.empty()
  for _, part in ipairs(parts) do picture = part:over(picture) end
  return picture
end

local function drawn(frame, draw, sound)
  local timeline = mr.timeline()
  timeline:add_track("video"):insert(mr.source.custom { size = frame, draw = draw }, { 0, 5 })
  if sound then timeline:add_track("audio"):insert(sound, { 0, 5 }) end
  return timeline
end

local wall = mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 720 }, stops = { "#d8c9b4", "#a98f74" } }

-- A tone while somebody talks.
local function talking(draw)
  local timeline = drawn(size, draw)
  local sound = timeline:add_track "audio"
  local voice = mr.source.tone { frequency = 170, waveform = "saw", gain = 0.25 }
  for _, range in ipairs(said) do
    sound:insert(voice, { 0, range[2] - range[1] }, range[1])
  end
  return timeline
end

-- A red ball rolls from left to right over a lawn.
local function ball(time)
  local sky = mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 520 }, stops = { "#6fb7e9", "#e3f3fb" } }
  local x = 160 + 192 * time
  local picture = fill("#4f9a4a", { rect = { 0, 500, 1280, 220 } }):over(sky)
  picture = fill("#8a8f98", { rect = { 980, 300, 190, 200 } }):over(picture)
  picture = fill("#3d7a3a", { ellipse = { 40, 330, 220, 190 } }):over(picture)
  picture = fill("#d62839", { ellipse = { x - 80, 420, 160, 160 } }):over(picture)
  return fill("#f5b8bd", { ellipse = { x - 45, 445, 45, 35 } }):over(picture)
end

-- The same ball, filmed upright with a telephone.
local function tall(time)
  local sky = mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 800 }, stops = { "#6fb7e9", "#e3f3fb" } }
  local x = 140 + 90 * time
  local picture = fill("#4f9a4a", { rect = { 0, 800, 720, 480 } }):over(sky)
  picture = fill("#3d7a3a", { ellipse = { 400, 560, 260, 260 } }):over(picture)
  picture = fill("#d62839", { ellipse = { x - 80, 740, 160, 160 } }):over(picture)
  return fill("#f5b8bd", { ellipse = { x - 45, 765, 45, 35 } }):over(picture)
end

local makers = {
  a = function() return scene("dunes", mr.source.noise { spectrum = "pink", gain = 0.15, seed = 1 }) end,
  b = function() return scene("tide", mr.source.noise { spectrum = "pink", gain = 0.15, seed = 2 }) end,
  c = function() return scene("lanterns", mr.source.tone { frequency = 220, gain = 0.15 }) end,
  ball = function() return drawn(size, ball, mr.source.click { interval = 0.5, gain = 0.5 }) end,
  tall = function() return drawn({ 720, 1280 }, tall, mr.source.click { interval = 0.5, gain = 0.5 }) end,
  talk = function() return talking(function(time) return person(640, time):over(wall) end) end,
  green = function() return drawn(size, function(time) return person(640, time):over("#00b140") end) end,
  music = function()
    local timeline = mr.timeline()
    timeline:add_track("audio"):insert(mr.source.music { seed = 11 }, { 0, 8 })
    return timeline
  end,
}

local names = {}
for name in pairs(makers) do names[#names + 1] = name end
table.sort(names)
local p = mr.params { name = { "choice", choices = names, default = "a", doc = "the clip that is made" } }
return makers[p.name]()
