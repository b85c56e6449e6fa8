-- SPDX-License-Identifier: MIT
-- clock: a hand sweeps once around and uncovers the new picture.

local mr = require "moonreel"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.ClockOptions: moonreel.TransitionOptions
---@field start? number            degrees clockwise from twelve o'clock (default 0)
---@field is_clockwise? boolean    which way the hand turns (default true)
---@field center? moonreel.Point   where the hand is fastened (default the middle)
---@field softness? number         width of the hand's edge as a share of a turn, 0 to 1 (default 0.01)

local hand = mr.kernel {
  name = "clock", inputs = { "from", "to" },
  params = { center_x = 0, center_y = 0, start = 0, turn = 1, position = 0, softness = 0.01 },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local share = ((x:atan(-y) / (2 * math.pi) - k.start) * k.turn):fract()
    local function hidden(at) return at:smoothstep(k.position - k.softness, k.position) end
    -- within a pixel of where the sweep began, both its ends show
    local ends = hidden(k.softness * 0 + 1)
    local from_start = (share * pixels.length(x, y) * 2 * math.pi):clamp()
    return k.to:mix(k.from, ends:mix(hidden(share), from_start))
  end,
}

return transition {
  name = "clock",
  options = {
    start = { "number", default = 0 },
    is_clockwise = { "boolean", default = true },
    center = { "point", default = { "50%", "50%" } },
    softness = { "number", default = 0.01, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local x, y = transition.point(params.center, context.size)
    local softness = math.max(params.softness, 0.0005)
    return hand(from, to, {
      center_x = x, center_y = y, start = params.start / 360, turn = params.is_clockwise and 1 or -1,
      position = progress * (1 + softness), softness = softness,
    })
  end,
}
