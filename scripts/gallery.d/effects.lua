-- SPDX-License-Identifier: MIT
-- One film with every effect for `seconds` each, in the order of `moonreel.effects`; scripts/gallery cuts it up.

local mr = require "moonreel"
local effects = require "moonreel.effects"
local scene = require "moonreel.scene"

local size, seconds, rate = { 160, 90 }, 1.5, 8

-- Effects of what is transparent are shown on the balloon alone, over a plain ground.
local grounds = {
  drop_shadow = "#dfe6ee", outline = "#2b6f8f", rounded_corners = "#dfe6ee", pip_frame = "#3a4a5c",
  reflection = "#101218", bevel = "#3a5a74", inner_shadow = "#dfe6ee", long_shadow = "#2f9e8f", hologram = "#0c1420",
  chroma_key = "#e0b060", difference_key = "#e0b060",
}
local on_subject = {
  drop_shadow = true, outline = true, bevel = true, inner_shadow = true, long_shadow = true, hologram = true,
}

-- Effects that mend something are shown on a picture that wants it; its left half stays as it was.
local function pale(image) return image:dissolve(mr.color "#c8ccd2", 0.55) end
local spoilt = {
  clarity = function(image) return image:contrast(0.7) end,
  deflicker = function(image, time) return image:gain(1 + 0.22 * math.sin(time * 23)) end,
  dehaze = pale,
  denoise = function(image, _, index)
    return image:grain { amount = 0.09, luma_response = 0, seed = 4, frame = index }
  end,
  sharpen = function(image) return image:clamp_to_edges():blur(0.8):crop { 0, 0, size[1], size[2] } end,
  vibrance = function(image) return image:saturation(0.45) end,
  white_balance = function(image) return image:saturation(0.6):temperature(11000) end,
}
local options = {
  ken_burns = { duration = 1.5 }, camera_shake = { amount = 0.06, turn = 3 }, swirl = { angle = 220 },
  pip_frame = { scale = 0.5 }, drop_shadow = { distance = 0.07 }, outline = { width = 0.03 },
  rounded_corners = { radius = 0.25, border = 0.03, color = "#e8452c" }, lens_distortion = { amount = 0.8 },
  strobe = { rate = 2 }, halftone = { size = 0.035 }, crt = { lines = 30 }, thermal = { detail = 60 },
  chromatic_aberration = { amount = 0.08 }, glow = { radius = 0.1 }, light_streaks = { threshold = 0.75 },
  toon = { width = 0.008 }, rgb_split = { amount = 0.04 }, film_grain = { amount = 0.5 },
  old_film = { grain = 0.25 }, night_vision = { noise = 0.25 }, vhs = { noise = 0.2 },
  ascii = { columns = 40 }, bevel = { width = 0.03 }, clarity = { amount = 1.2 }, color_pop = { range = 12 },
  chroma_key = { color = "#20c050" }, confetti = { size = 1.4 }, deflicker = { frames = 6 },
  denoise = { amount = 1, radius = 0.014 }, dither = { size = 0.02 },
  difference_key = { plate = scene.hills(size), clean = 0.008 }, engraving = { pitch = 0.03 }, heat_haze = { amount = 0.03 },
  film_stock = { grain = 0.08 }, hologram = { lines = 30 }, inner_shadow = { distance = 0.04, blur = 0.02 },
  lens_blur = { radius = 0.05, blades = 6 }, oil_paint = { brush = 0.03 }, posterize_time = { fps = 2 },
  match_color = { picture = mr.image.linear_gradient {
    from = { 0, 0 }, to = { 160, 90 }, stops = { "#142a4a", "#5a90a8" } }:crop { 0, 0, 160, 90 } },
  pixel_stretch = { position = 0.4 }, ribbed_glass = { size = 0.09 }, sharpen = { radius = 0.008, amount = 1.5 },
  selective_color = { hue = 120 }, slit_scan = { delay = 1.2, bands = 45 }, stained_glass = { size = 0.11 },
  split_tone = { amount = 0.8 }, trails = { count = 5, delay = 0.2 }, underwater = { sway = 0.02 },
  watercolor = { brush = 0.03 },
}

local timeline = mr.timeline { fps = rate }
local track = timeline:add_track "video"
-- The picture that an effect is shown on.
local function shown(name, time, index)
  if name == "chroma_key" then return scene.balloon(time, size):over(mr.color "#20c050"):crop { 0, 0, size[1], size[2] } end
  local image = on_subject[name] and scene.balloon(time, size) or scene.dusk(time, { size = size })
  return spoilt[name] and spoilt[name](image, time, index) or image
end

for _, name in ipairs(effects.names) do
  local effect = effects[name](options[name])
  local source = mr.source.custom { size = size, duration = seconds, draw = function(time, context)
    local image = shown(name, time, context.frame_index)
    local drawn = effect(image, {
      size = size, time = time, progress = time / seconds, seed = 3, frame_duration = 1 / rate,
      frame_index = context.frame_index,
      at = function(_, other) return shown(name, other, context.frame_index + math.floor((other - time) * rate + 0.5)) end,
    })
    if spoilt[name] then
      local half = size[1] / 2
      drawn = mr.color "white":crop { half - 0.5, 0, 1, size[2] }:over(image:crop { 0, 0, half, size[2] }:over(drawn))
    end
    return drawn:over(grounds[name] or "black")
  end }
  track:insert(source, { 0, seconds })
end

return mr.export { timeline, video = mr.video_composition(timeline, { size = size, fps = rate }) }
