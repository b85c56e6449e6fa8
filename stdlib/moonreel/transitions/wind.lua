-- SPDX-License-Identifier: MIT
-- wind: the new picture is blown in, strand by strand, each a little ahead of or behind its neighbours.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.WindOptions: moonreel.TransitionOptions
---@field angle? number    degrees clockwise from left-to-right, the way it blows (default 0)
---@field length? number   how far strands are ahead of each other, as a share of the way, 0 to 1 (default 0.25)
---@field strand? number   width of the strands, as a share of the shorter side (default 0.02)

local strands = mr.kernel {
  name = "wind", inputs = { "from", "to" },
  params = { across = 1, down = 0, start = 0, way = 1, length = 0, strand = 1, progress = 0, seed = 0 },
  body = function(k)
    local place = (k.x * k.across + k.y * k.down - k.start) / k.way
    local beside = (k.y * k.across - k.x * k.down) / k.strand
    local gust = (noise.value(beside, beside * 0, k.seed) + noise.value(beside * 3.7, beside * 0, k.seed + 3)) / 2
    local front = k.progress * (1 + 2 * k.length) - k.length * (1 + gust)
    return k.to:mix(k.from, place:smoothstep(front, front + k.length))
  end,
}

return transition {
  name = "wind",
  options = {
    angle = { "number", default = 0 },
    length = { "number", default = 0.25, min = 0.01, max = 1 },
    strand = { "number", default = 0.02, min = 0.002, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, way = frame.sweep(params.angle, context.size)
    return strands(from, to, {
      across = across, down = down, start = start, way = way, length = params.length, progress = progress,
      strand = params.strand * math.min(context.size[1], context.size[2]), seed = noise.seed(context),
    })
  end,
}
