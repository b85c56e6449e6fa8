-- SPDX-License-Identifier: MIT
-- drip: the old picture comes off in columns that slide down one after the other and bare the new one.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.DripOptions: moonreel.TransitionOptions
---@field columns? integer  how many (default 30)
---@field spread? number    how much later the last one slides, 0 (together) to 2 (default 0.8)

local columns = mr.kernel {
  name = "drip", inputs = { "from", "to" }, extent = "everywhere",
  params = { width = 1, height = 1, columns = 30, spread = 1, progress = 0, seed = 0 },
  body = function(k)
    local column = (k.x / k.width * k.columns):floor()
    local wave = noise.value(column * 0.17, column * 0, k.seed)
    local wait = wave * 0.75 + noise.hash(column, column * 0, k.seed + 2) * 0.25
    local share = (k.progress * (1 + k.spread) - wait * k.spread):clamp()
    local fallen = share * share * (k.height + 1)
    return k.to:mix(k.from:at(k.x, k.y - fallen), (k.y - fallen + 0.5):clamp())
  end,
}

return transition {
  name = "drip",
  options = {
    columns = { "integer", default = 30, min = 2, max = 400 },
    spread = { "number", default = 0.8, min = 0, max = 2 },
  },
  draw = function(from, to, progress, params, context)
    return columns(from:clamp_to_edges(), to, {
      width = context.size[1], height = context.size[2], columns = params.columns, spread = params.spread,
      progress = progress, seed = noise.seed(context),
    })
  end,
}
