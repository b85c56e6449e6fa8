-- SPDX-License-Identifier: MIT
-- Both of VideoLab's transition demos: one picture slides over the other, then one dives into the next.
local mr = require "moonreel"
local ease = require "moonreel.ease"

local show = mr.composition { size = { 1280, 720 }, fps = 30 }
local first, second, third = table.unpack(show:sequence({ mr.samples.clips, overlap = 0.75 }).layers)

show:transition(first, second, function(from, to, progress, _, context)
  local width = context.size[1]
  return to:transform(mr.transform.translate(width * (1 - progress), 0)):over(from)
end, { ease = ease.out_quart })

show:transition(second, third, function(from, to, progress, _, context)
  local width, height = table.unpack(context.size)
  local middle = { width / 2, height / 2 }
  local dive = from:scale(1 + 4 * progress, nil, middle):zoom_blur { amount = 0.3 * progress, center = middle }
  local rise = to:scale(5 - 4 * progress, nil, middle):zoom_blur { amount = 0.3 * (1 - progress), center = middle }
  return dive:crop { 0, 0, width, height }:dissolve(rise:crop { 0, 0, width, height }, progress)
end)
return show
