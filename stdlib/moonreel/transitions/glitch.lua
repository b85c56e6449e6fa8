-- SPDX-License-Identifier: MIT
-- glitch: the signal breaks: blocks jump sideways, colours come apart, lines drop out, and the new one locks in.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.GlitchOptions: moonreel.TransitionOptions
---@field strength? number  how far blocks jump, as a share of the width, 0 to 1 (default 0.25)
---@field steps? integer    how many disturbances follow each other (default 14)
---@field split? number     how far colours come apart, as a share of the width (default 0.02)

local broken = mr.kernel {
  name = "glitch", inputs = { "from", "to" }, extent = "everywhere",
  params = { width = 1, height = 1, seed = 0, force = 0, jump = 0, split = 0, share = 0 },
  body = function(k)
    -- bands of three heights; a few of them jump
    local function band(count, salt)
      local row = (k.y / k.height * count):floor()
      local is_hit = noise.hash(row, row * 0 + salt, k.seed):at_least(1 - k.force * 0.6, 1, 0)
      return (noise.hash(row, row * 0 + salt + 5, k.seed) - 0.5) * is_hit
    end
    local shift = (band(7, 1) + band(23, 2) * 0.7 + band(90, 3) * 0.25) * k.jump
    local column, row = (k.x / k.width * 10):floor(), (k.y / k.height * 16):floor()
    -- blocks switch to the new picture before the rest, or show the old one once more
    local pick = noise.hash(column, row, k.seed + 9)
    local is_new = (k.share + (pick - 0.5) * k.force):at_least(0.5, 1, 0)
    local function read(x) return k.from:at(x, k.y):mix(k.to:at(x, k.y), is_new) end
    local x = k.x + shift
    local split = k.split * (1 + shift:abs() / k.width * 12)
    local middle = read(x)
    local red, blue = read(x - split), read(x + split)
    -- scan lines and a flash in the worst bands
    local line = 1 - (k.y / k.height * 180 * math.pi):sin():max(0) * 0.25 * k.force
    local flash = 1 + noise.hash((k.y / k.height * 11):floor(), row * 0 + 40, k.seed):at_least(1 - k.force * 0.12, 0.8, 0)
    local gain = line * flash
    return mr.pixel(red.red * gain, middle.green * gain, blue.blue * gain, middle.alpha)
  end,
}

return transition {
  name = "glitch",
  options = {
    strength = { "number", default = 0.25, min = 0, max = 1 },
    steps = { "integer", default = 14, min = 2, max = 200 },
    split = { "number", default = 0.02, min = 0, max = 0.5 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local step = math.floor(progress * params.steps)
    -- it comes in bursts, strongest halfway, and not at the very ends
    local rest = math.sin(math.pi * progress) ^ 1.5
    local force = rest * (0.45 + 0.55 * noise.number(context.seed or 0, step))
    return broken(from:clamp_to_edges(), to:clamp_to_edges(), {
      width = width, height = height, force = force, share = progress,
      seed = noise.number(context.seed or 0, step, 1) * 900, jump = params.strength * width,
      split = params.split * width * force,
    })
  end,
}
