-- SPDX-License-Identifier: MIT
-- luma_matte: a gray picture says when each place changes, dark ones first; without one, drifting clouds do.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.LumaMatteOptions: moonreel.TransitionOptions
---@field matte? moonreel.Image   a gray picture of any size, stretched to the frame (default: clouds)
---@field scale? number           size of the clouds as a share of the shorter side (default 0.5)
---@field softness? number        how long each place takes, as a share of the time, 0 to 1 (default 0.15)
---@field is_inverted? boolean    whether bright places change first (default false)

local matted = mr.kernel {
  name = "luma_matte", inputs = { "from", "to", "matte" },
  params = { progress = 0, softness = 0.1, sign = 1, offset = 0 },
  body = function(k)
    local turn = (k.matte.luma * k.sign + k.offset):clamp()
    return k.from:mix(k.to, (k.progress * (1 + k.softness)):smoothstep(turn, turn + k.softness))
  end,
}

local clouded = mr.kernel {
  name = "luma_matte_clouds", inputs = { "from", "to" },
  params = { progress = 0, softness = 0.1, sign = 1, offset = 0, scale = 1, seed = 0 },
  body = function(k)
    local cloud = noise.fractal(k.x / k.scale + 3.1, k.y / k.scale + 8.7, k.seed, 4)
    -- clouds seldom reach black or white; stretched, they use the whole time
    local turn = (((cloud - 0.5) * 1.9 + 0.5) * k.sign + k.offset):clamp()
    return k.from:mix(k.to, (k.progress * (1 + k.softness)):smoothstep(turn, turn + k.softness))
  end,
}

return transition {
  name = "luma_matte",
  options = {
    matte = { "image" },
    scale = { "number", default = 0.5, min = 0.02, max = 5 },
    softness = { "number", default = 0.15, min = 0, max = 1 },
    is_inverted = { "boolean", default = false },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local numbers = {
      progress = progress, softness = math.max(params.softness, 0.005),
      sign = params.is_inverted and -1 or 1, offset = params.is_inverted and 1 or 0,
    }
    if params.matte then
      return matted(from, to, params.matte:fit({ width, height }, "stretch"), numbers)
    end
    numbers.scale, numbers.seed = params.scale * math.min(width, height), noise.seed(context)
    return clouded(from, to, numbers)
  end,
}
