-- SPDX-License-Identifier: MIT
-- luma_melt: the old picture runs down like wet paint, its bright parts first, and bares the new one.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local soft = require "moonreel.soft"
local transition = require "moonreel.transition"

---@class moonreel.LumaMeltOptions: moonreel.TransitionOptions
---@field run? number      how far paint runs, as a share of the height (default 0.5)
---@field strand? number   width of the runs, as a share of the shorter side (default 0.04)

-- How fast each place runs, 0 to 1.4, drawn `low` times lower than the frame: along the way it changes little.
local speeds = mr.kernel {
  name = "luma_melt: speeds", inputs = {}, extent = "everywhere",
  params = { strand = 1, height = 1, low = 1, seed = 0 },
  body = function(k)
    local x, y = k.x / k.strand, k.y * k.low / k.height
    local speed = noise.value(x, y, k.seed) + noise.value(x * 3.3, y, k.seed + 3) * 0.4
    return mr.pixel(speed, speed, speed, 1)
  end,
}

local melt = mr.kernel {
  name = "luma_melt", inputs = { "from", "to", "speeds" }, extent = "everywhere",
  params = { height = 1, progress = 0, run = 0 },
  body = function(k)
    -- every strand runs at its own speed
    local speed = k.speeds.red
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
    local low = soft.factor(height / 20)
    local drawn = speeds {
      strand = params.strand * math.min(width, height), height = height, low = low, seed = noise.seed(context),
    }
    return melt(from:clamp_to_edges(), to, soft.enlarged(drawn, context.size, 1, low), {
      height = height, progress = progress, run = params.run * height,
    })
  end,
}
