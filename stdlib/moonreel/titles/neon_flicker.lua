-- SPDX-License-Identifier: MIT
-- neon_flicker: a neon sign that is switched on: letters flicker, then glow.

local random = require "moonreel.random"
local title = require "moonreel.title"

---@class moonreel.titles.NeonFlickerOptions: moonreel.TitleOptions
---@field color? moonreel.Color  of the light (default "#ff3d9a")

-- How bright a letter is: dark, then uncertain, then lit for good.
local function light(params, index, share, time)
  local sure = 0.35 + 0.6 * random.number(params.seed, index)
  if share >= sure then return 1 end
  local tick = math.floor(time * 16 + 1e-6)
  local chance = random.number(params.seed, index, tick)
  return chance < share / sure * 0.8 and 0.4 + 0.6 * chance or 0.06
end

-- The letters over their light.
local function sign(stage, params)
  return stage:written { glow = {
    { blur = math.min(200, 0.05 * stage.em), strength = 2, color = params.color },
    { blur = math.min(200, 0.22 * stage.em), strength = 2, color = params.color },
  } }
end

return title {
  name = "neon_flicker",
  length = 1.2, leave_length = 0.5,
  options = { color = { "color", default = "#ff3d9a" } },
  enter = function(stage, params)
    local whole, tubes = sign(stage, params), 5
    return function(share, time, context)
      if share >= 0.95 then return whole end -- by then all are lit
      local sum = 0
      for index = 1, tubes do sum = sum + light(params, index, share, time) end
      local function state(_, index) return { opacity = light(params, index, share, time) } end
      local letters = stage:animated { { state = state } }(share, time, context)
      return letters:over(whole:opacity((sum / tubes) ^ 2))
    end
  end,
  rest = function(stage, params)
    local whole = sign(stage, params)
    return function() return whole end
  end,
}
