-- SPDX-License-Identifier: MIT
-- burn: the old picture burns away like paper: a glowing rim eats its way out, with char before it.

local mr = require "moonreel"
local frame = require "moonreel.frame"
local noise = require "moonreel.noise"
local pixels = require "moonreel.pixels"
local transition = require "moonreel.transition"

---@class moonreel.BurnOptions: moonreel.TransitionOptions
---@field center? moonreel.Point  where the fire starts (default a little below the middle)
---@field color? moonreel.Color   of the rim (default "#ff8a1e")
---@field rough? number           how ragged the rim is, 0 to 1 (default 0.5)

local paper = mr.kernel {
  name = "burn", inputs = { "from", "to", "clouds" },
  params = { center_x = 0, center_y = 0, reach = 1, front = 0, rough = 0.5, life = 0,
    color = "#ff8a1e" },
  body = function(k)
    local x, y = k.x - k.center_x, k.y - k.center_y
    local distance = pixels.length(x, y) / k.reach
    local ragged = k.clouds.red - 0.5
    -- how far this place is ahead of the fire
    local ahead = distance + ragged * k.rough - k.front
    local is_paper = ahead:smoothstep(0, 0.006)
    local char = 1 - ahead:smoothstep(0.005, 0.11) * 1
    local heat = (1 - (ahead - 0.004):abs() / 0.022):clamp() * k.life
    local dark = 1 - (char * 0.92) * k.life
    local sheet = k.from * mr.pixel(dark, dark * (1 - char * 0.05), dark * (1 - char * 0.1), 1)
    -- the glow of the rim falls on the new picture as well
    local near = (1 + ahead / 0.09):clamp() * (1 - is_paper) * 0.35 * k.life
    local both = (k.to + k.color * (near * near * k.to.alpha)):mix(sheet, is_paper)
    local white = heat * heat * heat
    local fire = k.color * heat + mr.pixel(0.5, 0.5, 0.3, 0) * white
    local lit = both + fire * both.alpha
    return mr.pixel(lit.red, lit.green, lit.blue, both.alpha)
  end,
}

return transition {
  name = "burn",
  options = {
    center = { "point", default = { "46%", "58%" } },
    color = { "color", default = "#ff8a1e" },
    rough = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height = context.size[1], context.size[2]
    local x, y = transition.point(params.center, context.size)
    local reach = frame.reach(x, y, context.size)
    local rough = params.rough / 2
    -- from before the first place that may burn to after the last
    local rate = 4.5 / math.min(width, height)
    local clouds = noise.clouds(context.size, 5, { across = rate, down = rate, seed = noise.seed(context) })
    return paper(from, to, clouds, {
      center_x = x, center_y = y, reach = reach, rough = params.rough, life = math.min(1, 15 * progress, 15 * (1 - progress)),
      front = -rough + progress * (1.02 + 2 * rough), color = params.color,
    })
  end,
}
