-- SPDX-License-Identifier: MIT
-- light_sweep: a bar of light sweeps across both pictures and leaves the new one behind it.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.LightSweepOptions: moonreel.TransitionOptions
---@field angle? number          degrees clockwise from left-to-right, the way it moves (default 20)
---@field width? number          of the light's core, as a share of the way (default 0.05)
---@field glow? number           how far it shines, likewise (default 0.3)
---@field color? moonreel.Color  of the glow (default "#ffd9a0")

local bar = mr.kernel {
  name = "light_sweep", inputs = { "from", "to" },
  params = { across = 1, down = 0, start = 0, length = 1, place = 0, width = 0.05, glow = 0.3, color = "white" },
  body = function(k)
    local away = (k.x * k.across + k.y * k.down - k.start) / k.length - k.place
    local mixed = k.to:mix(k.from, away:smoothstep(k.width * -0.5, k.width * 0.5))
    local size = away:abs()
    local halo = (1 - size / k.glow):clamp()
    local core = (1 - size / k.width):clamp()
    local lit = pixels.lit(mixed, k.color, halo * halo * halo * 0.9)
    return pixels.lit(lit, mr.pixel(1, 1, 1, 1), core:smoothstep(0, 0.7))
  end,
}

return transition {
  name = "light_sweep",
  ease = "smooth",
  options = {
    angle = { "number", default = 20 },
    width = { "number", default = 0.05, min = 0.005, max = 0.5 },
    glow = { "number", default = 0.3, min = 0.01, max = 1 },
    color = { "color", default = "#ffd9a0" },
  },
  draw = function(from, to, progress, params, context)
    local across, down, start, length = frame.sweep(params.angle, context.size)
    local margin = math.max(params.width, params.glow)
    return bar(from, to, {
      across = across, down = down, start = start, length = length, place = progress * (1 + 2 * margin) - margin,
      width = params.width, glow = params.glow, color = params.color,
    })
  end,
}
