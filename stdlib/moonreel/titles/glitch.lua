-- SPDX-License-Identifier: MIT
-- glitch: broken data: strips jump aside and colours part until the picture holds.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local random = require "moonreel.random"
local title = require "moonreel.title"

---@class moonreel.titles.GlitchOptions: moonreel.TitleOptions
---@field amount? number  how far strips jump, in ems (default 0.6)
---@field rate? number  changes a second (default 14)
---@field strips? integer  how many (default 7); 60 take ten times as long

local red = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0 }
local cyan = { 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0 }

local function moved(image, x) return image:transform(mr.transform.translate(x, 0)) end

local function parted(image, shift)
  return moved(image:color_matrix(red), shift):composite(moved(image:color_matrix(cyan), -shift), "plus")
end

local function torn(image, stage, params, tick, broken)
  local x, y, width, height = table.unpack(image.extent)
  local strips, whole = params.strips, mr.image.empty()
  for index = 1, strips do
    local chance = random.number(params.seed, tick, index)
    local jump = chance < 0.1 + 0.45 * broken and 2 * random.number(params.seed, tick, index, 1) - 1 or 0
    local strip = image:crop { x, y + (index - 1) * height / strips, width, height / strips }
    whole = moved(strip, jump * params.amount * stage.em * broken):over(whole)
  end
  return whole
end

return title {
  name = "glitch",
  length = 0.9, leave_length = 0.5,
  ease = "in_quad",
  options = {
    amount = { "number", default = 0.6, min = 0, max = 10 }, rate = { "number", default = 14, min = 1, max = 120 },
    strips = { "integer", default = 7, min = 1, max = 60 },
  },
  enter = function(stage, params)
    return function(share, time)
      if not stage.letters.extent then return stage.letters end
      local tick, broken = math.floor(time * params.rate + 1e-6), 1 - params.ease(share)
      if random.number(params.seed, tick, 0, 7) > 2.2 * share then return mr.image.empty() end
      local shift = 0.12 * stage.em * broken * (0.4 + random.number(params.seed, tick, 0, 5))
      local image = parted(torn(stage.letters, stage, params, tick, broken), shift)
      return image:dissolve(stage.letters, curve.part(share, 0.6, 0.4))
    end
  end,
}
