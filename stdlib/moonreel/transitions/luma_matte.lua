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
  params = { progress = 0, softness = 0.1, contrast = 1, offset = 0 },
  body = function(k)
    local turn = (k.matte.luma * k.contrast + k.offset):clamp()
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
    local matte, contrast = params.matte, 1
    if matte then
      matte = matte:fit({ width, height }, "stretch")
    else
      local rate = 1 / (params.scale * math.min(width, height))
      matte = noise.clouds(context.size, 4, {
        across = rate, down = rate, left = 3.1, top = 8.7, seed = noise.seed(context),
      })
      -- Clouds seldom reach black or white; stretched, they use the whole time.
      contrast = 1.9
    end
    if params.is_inverted then contrast = -contrast end
    return matted(from, to, matte, {
      progress = progress, softness = math.max(params.softness, 0.005),
      contrast = contrast, offset = 0.5 - contrast * 0.5,
    })
  end,
}
