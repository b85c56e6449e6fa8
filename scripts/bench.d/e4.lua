-- SPDX-License-Identifier: MIT
-- E4: blur, saturation and a tone curve, then a slow turn and enlargement about the centre.

local mr = require "moonreel"
local settings = require "settings"

local clip = settings.clip "A"
local timeline = mr.timeline()
timeline:insert(clip, { 0, 10 })
local video = timeline:tracks_of("video")[1]

local frame, center = { 0, 0, 1920, 1080 }, { 960, 540 }

local function effects(request)
  local share = request.time / 10
  local move = mr.transform.rotate(5 * share, center):scale(1 + 0.5 * share, nil, center)
  return request:frame(video)
    :clamp_to_edges():blur(8):crop(frame)
    :saturation(1.3)
    :polynomial { 0, 1.32, -0.32 }          -- x + 0.32 x (1 - x)
    :transform(move, "bilinear")
end

local look = mr.video_composition {
  size = { 1920, 1080 }, fps = 30,
  instructions = { { range = { 0, 10 }, sources = { video }, compositor = effects } },
}
return settings.export(timeline, look)
