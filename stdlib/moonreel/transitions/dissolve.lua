-- SPDX-License-Identifier: MIT
-- dissolve: one picture becomes the other everywhere at once.

local transition = require "moonreel.transition"

---@class moonreel.DissolveOptions: moonreel.TransitionOptions
---@field light? boolean  mix light instead of signals, as film does: bright things win (default false); it takes 40 times as long, 23 ms for a frame of 1920x1080

return transition {
  name = "dissolve",
  options = { light = { "boolean", default = false } },
  draw = function(from, to, progress, params)
    if not params.light then return from:dissolve(to, progress) end
    return from:to_light():dissolve(to:to_light(), progress):to_signal()
  end,
}
