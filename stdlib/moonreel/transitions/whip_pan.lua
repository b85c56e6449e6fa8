-- SPDX-License-Identifier: MIT
-- whip_pan: the camera is flung round; everything is streaks until it stops at the new picture.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local streaks = require "moonreel.streaks"
local transition = require "moonreel.transition"

---@class moonreel.WhipPanOptions: moonreel.TransitionOptions
---@field direction? "left"|"right"|"up"|"down"  where the pictures fly to (default "left")
---@field turns? integer   how many frames' widths go by (default 4)
---@field streak? number   length of the streaks at full speed, as a share of the frame (default 0.5)

return transition {
  name = "whip_pan",
  ease = "smoother",
  options = {
    direction = { "choice", among = transition.directions, default = "left" },
    turns = { "integer", default = 4, min = 2, max = 12 },
    streak = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.way(params.direction, context.size)
    -- an even number of mirrored frames: both ends are seen unmirrored
    local turns = params.turns + params.turns % 2
    local gone, rest = progress * turns, (progress - 1) * turns
    local leaving = from:tile "mirror":transform(mr.transform.translate(x * gone, y * gone))
    local coming = to:tile "mirror":transform(mr.transform.translate(x * rest, y * rest))
    local share = curve.part(progress, 0.4, 0.2)
    local speed = math.sin(math.pi * progress) ^ 2
    local mixed = transition.mixed(leaving, coming, share)
    return streaks.line(mixed, context.size, params.streak * speed * (math.abs(x) + math.abs(y)), y == 0 and 0 or 90)
  end,
}
