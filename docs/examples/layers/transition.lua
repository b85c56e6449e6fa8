-- SPDX-License-Identifier: MIT
-- Both of VideoLab's transition demos: one picture slides over the other, then one dives into the next.
local mr = require "moonreel"
local ease = require "moonreel.ease"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
local clips = show:sequence { mr.samples.clips, overlap = 0.75 }

show:transition(clips[1], clips[2], function(from, to, progress, _, context)
  local width = context.size[1]
  return to:transform(mr.transform.translate(width * (1 - progress), 0)):over(from)
end, { ease = ease.out_quart })

show:transition(clips[2], clips[3], function(from, to, progress, _, context)
  local width, height = context.size[1], context.size[2]
  local middle = { width / 2, height / 2 }
  local dive = from:scale(1 + 4 * progress, nil, middle):zoom_blur { amount = 0.3 * progress, center = middle }
  local rise = to:scale(5 - 4 * progress, nil, middle):zoom_blur { amount = 0.3 * (1 - progress), center = middle }
  return dive:crop { 0, 0, width, height }:dissolve(rise:crop { 0, 0, width, height }, progress)
end)
return show
