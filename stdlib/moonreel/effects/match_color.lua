-- SPDX-License-Identifier: MIT
-- match_color: takes on the light and the colours of another picture, so that two cameras look like one.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local frame = require "moonreel.frame"
local measure = require "moonreel.measure"
local pixels = require "moonreel.pixels"
local scene = require "moonreel.scene"

---@class moonreel.MatchColorOptions
---@field picture? moonreel.EffectPicture  what it shall look like (required)
---@field light? number   how far light and contrast follow, 0 to 1 (default 0.8)
---@field color? number   how far colours follow, 0 to 1 (default 0.8)

-- Luma, and how far blue and red are from it; the channels of a picture hold them between black and white.
local function parts(color)
  local luma = color.luma
  return luma, color.blue - luma, color.red - luma
end

local means = mr.kernel {
  name = "match_color: means",
  body = function(k)
    local luma, blue, red = parts(pixels.opaque(k.image))
    return mr.pixel(luma, blue, red, 1) * k.image.alpha
  end,
}

local squares = mr.kernel {
  name = "match_color: squares",
  body = function(k)
    local luma, blue, red = parts(pixels.opaque(k.image))
    return mr.pixel(luma * luma, blue * blue, red * red, 1) * k.image.alpha
  end,
}

local match = mr.kernel {
  name = "match_color", inputs = { "image", "mean", "square", "goal", "goal_square" }, extent = "image",
  params = { light = 0, color = 0 },
  body = function(k)
    local mean, square = k.mean:straight(), k.square:straight()
    local goal, goal_square = k.goal:straight(), k.goal_square:straight()
    -- The same mean and the same deviation; at most twice the contrast, or half.
    local function moved(value, component, share)
      local own = (square[component] - mean[component] * mean[component]):max(0):sqrt()
      local wanted = (goal_square[component] - goal[component] * goal[component]):max(0):sqrt()
      local stretch = ((wanted + 0.01) / (own + 0.01)):clamp(0.5, 2)
      return value:mix((value - mean[component]) * stretch + goal[component], share)
    end
    local color = k.image:straight()
    local luma, blue, red = parts(color)
    luma, blue, red = moved(luma, "red", k.light), moved(blue, "green", k.color), moved(red, "blue", k.color)
    red, blue = red + luma, blue + luma
    local green = (luma - red * 0.2126 - blue * 0.0722) / 0.7152
    return mr.pixel(red, green, blue, color.alpha):premultiplied()
  end,
}

return effect {
  name = "match_color",
  options = {
    picture = { "any", required = true, sample = function(context) return scene.night(0, context) end },
    light = { "number", default = 0.8, min = 0, max = 1 },
    color = { "number", default = 0.8, min = 0, max = 1 },
  },
  draw = function(image, params, context)
    local size = context.size
    local goal = frame.filled(effect.picture(params.picture, context), size)
    return match(image, measure.mean(image, size, means), measure.mean(image, size, squares),
      measure.mean(goal, size, means), measure.mean(goal, size, squares),
      { light = params.light, color = params.color })
  end,
}
