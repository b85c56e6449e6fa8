-- SPDX-License-Identifier: MIT
-- disintegrate: the old picture turns to dust grain by grain and is blown away.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.DisintegrateOptions: moonreel.TransitionOptions
---@field angle? number  degrees clockwise from left-to-right, the way the wind blows (default -20)
---@field grain? number  size of the grains, as a share of the shorter side (default 0.008)
---@field far? number    how far they are blown, as a share of the longer side (default 0.25)
---@field spread? number how wide the stretch is that is blowing away, as a share of the way (default 0.45)

local dust = mr.kernel {
  name = "disintegrate", inputs = { "from", "to", "clouds" }, extent = "everywhere",
  params = { across = 1, down = 0, start = 0, length = 1, front = 0, spread = 1, far = 0, grain = 1, seed = 0 },
  body = function(k)
    -- How long ago a place came loose, 0 to 1; the side that the wind comes from is first.
    local function age(x, y)
      local place = (x * k.across + y * k.down - k.start) / k.length
      return ((k.front - place) / k.spread + (k.clouds.red - 0.5) * 0.6):clamp()
    end
    -- Grains of three kinds, from slow to fast, that whirl; what is blown here lay there.
    local result = k.to
    for index = 1, 3 do
      local loose = age(k.x, k.y)
      local way = loose * loose * k.far * (0.25 + index * 0.4)
      local whirl = (k.clouds.red - 0.5) * way * 0.9
      local x = k.x - k.across * way + k.down * whirl
      local y = k.y - k.down * way - k.across * whirl
      local column, row = (x / k.grain):floor(), (y / k.grain):floor()
      local chance = noise.hash(column % 997, row % 991, k.seed + index * 11)
      local own = age(x, y):max(loose)
      -- A third of the grains is of each kind; each is lost at a time of its own.
      local kind = (chance * 3):floor()
      local is_kind = kind:at_least(index - 1, 1, 0) * kind:at_least(index, 0, 1)
      local is_left = (1 - own * 1.15 - noise.hash(row % 997, column % 991, k.seed + 3) * own):smoothstep(-0.05, 0.12)
      local there = 1 - own:smoothstep(0, 0.03) * (1 - is_kind)
      local read = k.from:at(x, y)
      result = result:mix(read, is_left * there)
    end
    return result
  end,
}

return transition {
  name = "disintegrate",
  options = {
    angle = { "number", default = -20 },
    grain = { "number", default = 0.008, min = 0.001, max = 0.2 },
    far = { "number", default = 0.25, min = 0, max = 1 },
    spread = { "number", default = 0.45, min = 0.05, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local size = context.size
    local across, down, start, length = frame.sweep(params.angle, size)
    local rate = 5 / math.min(size[1], size[2])
    local clouds = noise.clouds(size, 4, { across = rate, down = rate, seed = noise.seed(context) })
    local margin = 0.3 * params.spread
    return dust(from:clamp_to_edges(), to, clouds, {
      across = across, down = down, start = start, length = length, spread = params.spread,
      front = -margin + progress * (1 + params.spread + 2 * margin), far = params.far * math.max(size[1], size[2]),
      grain = math.max(1, params.grain * math.min(size[1], size[2])), seed = noise.seed(context),
    })
  end,
}
