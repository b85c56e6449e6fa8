-- SPDX-License-Identifier: MIT
-- luma_melt: the old picture runs down like wet paint, its bright parts first, and bares the new one.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.LumaMeltOptions: moonreel.TransitionOptions
---@field run? number      how far paint runs, as a share of the height (default 0.5)
---@field strand? number   width of the runs, as a share of the shorter side (default 0.04)

local melt = mr.kernel {
  name = "luma_melt", inputs = { "from", "to" }, extent = "everywhere",
  params = { width = 1, height = 1, progress = 0, run = 0, strand = 1, seed = 0 },
  body = function(k)
    -- every strand runs at its own speed
    local speed = noise.value(k.x / k.strand, k.y / k.height, k.seed)
      + noise.value(k.x / k.strand * 3.3, k.y / k.height, k.seed + 3) * 0.4
    local fallen = k.progress * k.progress * k.run * (speed * 1.2 + 0.1)
    local paint = k.from:at(k.x, k.y - fallen)
    local luma = paint.luma:clamp()
    local turn = (1 - luma) * 0.55 + (1.4 - speed) / 1.4 * 0.2 + (k.y / k.height) * 0.25
    local bared = (k.progress * 1.2):smoothstep(turn, turn + 0.2)
    return paint:mix(k.to, bared)
  end,
}

return transition {
  name = "luma_melt",
  options = {
    run = { "number", default = 0.5, min = 0, max = 2 },
    strand = { "number", default = 0.04, min = 0.005, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    return melt(from:clamp_to_edges(), to, {
      width = width, height = height, progress = progress, run = params.run * height,
      strand = params.strand * math.min(width, height), seed = noise.seed(context),
    })
  end,
}
