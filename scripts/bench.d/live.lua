-- SPDX-License-Identifier: MIT
-- The films of `scripts/bench live`: a camera's pictures at 1280x720, with one thing or all of them laid over them.

local mr = require "moonreel"
local fx = require "moonreel.effects"

local p = mr.params {
  look = { "choice", choices = { "plain", "overlay", "key", "inset", "all" }, default = "all", doc = "what is drawn" },
  camera = { "string", default = "synthetic:camera", doc = "whose pictures" },
  clip = { "file", required = true, doc = "the clip that plays behind a key" },
  seconds = { "number", default = 20, doc = "how long" },
}

local size = { 1280, 720 }
local camera = mr.capture { camera = p.camera, microphone = "synthetic:microphone", size = size, fps = 30 }
local show = mr.composition { size = size, fps = 30, duration = p.seconds }

local function has(look) return p.look == look or p.look == "all" end

if has "key" then
  show:add { source = mr.asset(p.clip), loop = true, duration = p.seconds, audio = false }
  show:add { source = camera, effects = { fx.chroma_key { color = "#0000ff" } } }
else
  show:add { source = camera }
end
if has "inset" then show:add { source = camera, scale = 0.3, position = { 1040, 570 } } end
if has "overlay" then
  show:add { source = mr.text { text = "On air, from here", size = 56, fill = "white" }, position = { 560, 640 } }
end
return show
