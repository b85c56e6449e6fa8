-- SPDX-License-Identifier: MIT
-- One film with every effect for `seconds` each, in the order of `moonreel.effects`; scripts/gallery cuts it up.

local mr = require "moonreel"
local effects = require "moonreel.effects"
local scene = require "moonreel.scene"

local size, seconds, rate = { 160, 90 }, 1.5, 8

-- Effects of what is transparent are shown on the balloon alone, over a plain ground.
local grounds = {
  drop_shadow = "#dfe6ee", outline = "#2b6f8f", rounded_corners = "#dfe6ee", pip_frame = "#3a4a5c",
  reflection = "#101218",
}
local on_subject = { drop_shadow = true, outline = true }
local options = {
  ken_burns = { duration = 1.5 }, camera_shake = { amount = 0.06, turn = 3 }, swirl = { angle = 220 },
  pip_frame = { scale = 0.5 }, drop_shadow = { distance = 0.07 }, outline = { width = 0.03 },
  rounded_corners = { radius = 0.25, border = 0.03, color = "#e8452c" }, lens_distortion = { amount = 0.8 },
  strobe = { rate = 2 }, halftone = { size = 0.035 }, crt = { lines = 30 }, thermal = { detail = 60 },
  chromatic_aberration = { amount = 0.08 }, glow = { radius = 0.1 }, light_streaks = { threshold = 0.75 },
  toon = { width = 0.008 }, rgb_split = { amount = 0.04 }, film_grain = { amount = 0.5 },
  old_film = { grain = 0.25 }, night_vision = { noise = 0.25 }, vhs = { noise = 0.2 },
}

local timeline = mr.timeline { fps = rate }
local track = timeline:add_track "video"
for _, name in ipairs(effects.names) do
  local effect = effects[name](options[name])
  local source = mr.source.custom { size = size, duration = seconds, draw = function(time, context)
    local image = on_subject[name] and scene.balloon(time, size) or scene.dusk(time, { size = size })
    local drawn = effect(image, {
      size = size, time = time, progress = time / seconds, seed = 3, frame_duration = 1 / rate,
      frame_index = context.frame_index,
    })
    return drawn:over(grounds[name] or "black")
  end }
  track:insert(source, { 0, seconds })
end

return mr.export { timeline, video = mr.video_composition(timeline, { size = size, fps = rate }) }
