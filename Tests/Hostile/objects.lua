-- SPDX-License-Identifier: MIT
--
-- One sound object of every type that scripts see, and sound arguments for every function: what is hostile
-- takes the place of one of them.

local mr = require "moonreel"
local objects = {}

local function world()
  local all = {}
  local timeline = mr.timeline { fps = 25 }
  local card = mr.source.test_card { size = { 16, 9 }, duration = 2 }
  local tone = mr.source.tone { duration = 2 }
  local picture, sound = timeline:add_track "video", timeline:add_track "audio"
  picture:insert(card, { 0, 2 }, 0)
  sound:insert(tone, { 0, 2 }, 0)
  local show = mr.composition { size = { 16, 9 }, fps = 25, duration = 2 }
  local first = show:add { source = mr.color "red", duration = 1 }
  show:add { source = card, at = 0.5, duration = 1 }
  local image = mr.image.test_card { size = { 16, 9 } }
  all.Asset = mr.asset "moonreel:sample/1"
  all.Timeline, all.Track, all.AudioTrack = timeline, picture, sound
  all.Source, all.Sound = card, tone
  all.Composition, all.Layer = show, first
  all.Sequence = show:sequence { card, card, overlap = 0.2, at = 0.1 }
  all.Image, all.Color = image, mr.color "blue"
  all.Transform = mr.transform.scale(2)
  all.Easing = mr.easing.named "in_out_sine"
  all.EasingFunction = all.Easing
  all.FrameCount = mr.frames(3)
  all.AudioMix = mr.audio_mix()
  all.LayerInstruction = mr.layer_instruction(picture)
  all.VideoComposition = mr.video_composition(timeline, {})
  all.VideoInstruction = all.VideoComposition.instructions[1]
  all.Export = mr.export { timeline }
  all.Captions = mr.captions { { range = { 0, 1 }, text = "one two" }, { range = { 1, 2 }, text = "three" } }
  all.Kernel = mr.kernel { inputs = { "a" }, body = function(k) return k.a end }
  all.Lut = nil -- needs a file
  return all
end

---Fresh objects by class.
objects.world = world

---Values that belong to others: what hostile values alone cannot show.
function objects.strangers()
  local other, list = world(), {}
  for name, object in pairs(other) do list[#list + 1] = { name = "another's " .. name, value = object } end
  return list
end

---Sound options for functions that need some.
objects.options = {
  ["mr.composition"] = { size = { 16, 9 }, fps = 25, duration = 1 },
  ["mr.video_composition"] = { size = { 16, 9 }, fps = 25, compositor = function() return mr.color "red" end },
  ["mr.text"] = { text = "Ag", size = 9 },
  ["mr.measure_text"] = { text = "Ag", size = 9 },
  ["mr.text_units"] = { text = "Ag", size = 9 },
  ["mr.shape"] = { ellipse = { 0, 0, 9, 9 } },
  ["mr.kernel"] = { inputs = { "a" }, body = function(k) return k.a end },
  ["mr.source.image"] = { mr.color "red", size = { 16, 9 } },
  ["mr.source.test_card"] = { size = { 16, 9 }, duration = 1 },
  ["mr.source.text"] = { text = "Ag", size = 9, animators = { { from = { opacity = 0 } } } },
  ["mr.source.shape"] = { ellipse = { 0, 0, 9, 9 }, duration = 1 },
  ["mr.source.ass"] = { "nothing.ass" },
  ["mr.source.captions"] = { captions = { { range = { 0, 1 }, text = "one" } } },
  ["mr.source.lottie"] = { text = '{"w":8,"h":8,"ip":0,"op":9,"fr":9,"layers":[]}' },
  ["mr.source.custom"] = { size = { 16, 9 }, draw = function() return mr.color "red" end },
  ["mr.source.flash"] = { size = { 16, 9 } },
  ["mr.image.linear_gradient"] = { from = { 0, 0 }, to = { 9, 0 }, stops = { "red", "blue" }, size = { 16, 9 } },
  ["mr.image.radial_gradient"] = { center = { 4, 4 }, radius = 4, stops = { "red", "blue" }, size = { 16, 9 } },
  ["mr.image.mask"] = { rect = { 0, 0, 9, 9 }, size = { 16, 9 } },
  ["mr.image.test_card"] = { size = { 16, 9 } },
  ["mr.svg"] = { text = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>' },
  ["Composition:add"] = { source = mr.color "red", duration = 1 },
  ["Composition:sequence"] = { mr.source.test_card { size = { 16, 9 }, duration = 1 }, clip_duration = 1 },
  ["Sequence:insert"] = { source = mr.color "red", duration = 1 },
  ["Sequence:overwrite"] = { source = mr.color "red", duration = 1 },
  ["Image:color_key"] = { color = "red" },
  ["Image:corner_pin"] = { { 0, 0 }, { 16, 0 }, { 16, 9 }, { 0, 9 } },
}

local plain = {
  number = 0.5, integer = 1, string = "x", boolean = true, any = 1, ["number[]"] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
  ["moonreel.Time"] = 0.5, ["moonreel.Range"] = { 0, 1 }, ["moonreel.Length"] = 4, ["moonreel.Size"] = { 16, 9 },
  ["moonreel.PixelSize"] = { 16, 9 }, ["moonreel.Point"] = { 4, 4 }, ["moonreel.Rect"] = { 0, 0, 8, 4 },
  ["moonreel.Color"] = "red", ["moonreel.Rate"] = 25, ["moonreel.MediaKind"] = "video",
}

---A sound value of a kind, as the stubs write it; nil where none is known.
function objects.value(kind, world)
  local choice = kind:match '^"([^"]*)"'
  if choice then return choice end
  for part in kind:gmatch "[%w_.%[%]]+" do
    if plain[part] ~= nil then return plain[part] end
    local object = world[part:match "^moonreel%.([%w_]+)" or ""]
    if object ~= nil then return object end
    if part == "fun" then return function() return mr.color "red" end end
  end
end

---Sound arguments where the kinds alone do not give them.
objects.arguments = {
  ["mr.easing.named"] = { "in_out_sine" },
  ["mr.transform.matrix"] = { { 1, 0, 0, 1, 0, 0 } },
  ["Image:color_matrix"] = { { 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0 } },
  ["Image:median"] = { 3 },
  ["Image:posterize"] = { 4 },
  ["Image:temperature"] = { 6000 },
  ["Layer:animate"] = { "opacity", { { 0, 0 }, { 1, 1 } } },
  ["Layer:value"] = { "opacity", 0 },
  ["Sequence:trim"] = { 1, "stop", -0.1 },
  ["Sequence:ripple"] = { 1, "stop", -0.1 },
  ["Track:insert"] = { mr.source.test_card { size = { 16, 9 }, duration = 1 }, { 0, 1 }, 0 },
  ["Timeline:insert"] = { mr.asset "moonreel:sample/1", { 0, 1 }, 0 },
}

return objects
