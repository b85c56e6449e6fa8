-- SPDX-License-Identifier: MIT
-- film_grain: the living grain of film, strongest in middle tones.

local effect = require "moonreel.effect"

---@class moonreel.FilmGrainOptions
---@field amount? number    0 to 1 (default 0.35)
---@field size? number      of a grain, in thousandths of the frame's height (default 1.6)
---@field response? number  1 spares black and white, 0 spares nothing (default 0.6)
---@field fps? number       new grain so often a second (default 24)

return effect {
  name = "film_grain",
  options = {
    amount = { "number", default = 0.35, min = 0, max = 1 },
    size = { "number", default = 1.6, min = 0.1, max = 20 },
    response = { "number", default = 0.6, min = 0, max = 1 },
    fps = { "number", default = 24, min = 0.1, max = 240 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    return image:grain {
      amount = params.amount * 0.14, size = math.max(1, params.size * context.size[2] / 1000),
      luma_response = params.response, seed = context.seed,
      frame = effect.tick(context, params.fps),
    }
  end,
}
