-- SPDX-License-Identifier: MIT
-- static: the channel is changed: the picture drowns in the noise of an empty one and comes back as another.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.StaticOptions: moonreel.TransitionOptions
---@field grain? number   size of the noise's grains, as a share of the shorter side (default 0.03)
---@field steps? integer  how many pictures of noise there are on the way (default 16)
---@field roll? number    how far the picture slips sideways in bands, as a share of the width, 0 to 1 (default 0.04)

local snow = mr.kernel {
  name = "static", inputs = { "image" }, extent = "everywhere",
  params = { grain = 1, band = 1, slip = 0, amount = 0, seed = 0 },
  body = function(k)
    local row = noise.value(k.y / k.band, k.y * 0, k.seed) - 0.5
    local picture = k.image:at(k.x + row * k.slip, k.y)
    local gray = ((noise.value(k.x / k.grain, k.y / k.grain, k.seed) - 0.5) * 1.6 + 0.5):clamp()
    local dark = 0.8 + 0.2 * noise.value(k.y / k.band / 2, k.y * 0, k.seed + 5)
    local level = gray * dark
    return picture:mix(mr.pixel(level, level, level, 1), k.amount)
  end,
}

return transition {
  name = "static",
  options = {
    grain = { "number", default = 0.03, min = 0.002, max = 0.2 },
    steps = { "integer", default = 16, min = 2, max = 200 },
    roll = { "number", default = 0.04, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local storm = math.sin(math.pi * progress) ^ 2
    local mixed = transition.mixed(from, to, curve.part(progress, 0.4, 0.2))
    local step = math.floor(progress * params.steps)
    return snow(mixed:clamp_to_edges(), {
      grain = params.grain * math.min(width, height), band = height / 9, slip = params.roll * width * storm,
      amount = storm ^ 0.75, seed = (noise.seed(context) + step * 17) % 997,
    })
  end,
}
