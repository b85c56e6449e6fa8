-- SPDX-License-Identifier: MIT
-- posterize_time: fewer pictures a second, each held: the jerk of puppets, old games and drawn films.

local effect = require "moonreel.effect"

---@class moonreel.PosterizeTimeOptions
---@field fps? number     pictures a second (default 8)
---@field blend? number   how much of the picture before is still seen, 0 to 1 (default 0)

return effect {
  name = "posterize_time",
  options = {
    fps = { "number", default = 8, min = 0.1, max = 240 },
    blend = { "number", default = 0, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    if not context.at then return image end
    local tick = effect.tick(context, params.fps)
    local held = context:at(tick / params.fps)
    if params.blend == 0 then return held end
    return held:dissolve(context:at((tick - 1) / params.fps), params.blend / 2)
  end,
}
