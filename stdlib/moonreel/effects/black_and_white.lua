-- SPDX-License-Identifier: MIT
-- black_and_white: gray, with a say for each colour in how bright it becomes, as by a filter before black-and-white film.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.BlackAndWhiteOptions
---@field reds? number      brighter above 0, darker below, -1 to 1, as all six (default 0.1)
---@field yellows? number   (default 0.05)
---@field greens? number    (default 0)
---@field cyans? number     (default -0.1)
---@field blues? number     (default -0.2)
---@field magentas? number  (default 0)
---@field contrast? number  (default 1.15)
---@field tone? moonreel.Color  of the print: what middle gray becomes (default "#808080", no tone)
---@field amount? number    0 to 1 (default 1)

-- A colour is gray, with some of its strongest component's colour on it (red, green or blue) and some of what is the
-- opposite of its weakest (cyan, magenta or yellow). With luma's own weights for these six the sum is luma.
local gray = mr.kernel {
  name = "black_and_white",
  params = { reds = 0, yellows = 0, greens = 0, cyans = 0, blues = 0, magentas = 0, contrast = 1, tone = "#808080",
    amount = 1 },
  body = function(k)
    local color = k.image:straight()
    local red, green, blue = color.red, color.green, color.blue
    local most, least = red:max(green):max(blue), red:min(green):min(blue)
    local middle = red + green + blue - most - least
    local first = red:at_least(most, k.reds, green:at_least(most, k.greens, k.blues))
    local second = least:at_least(red, k.cyans, least:at_least(green, k.magentas, k.yellows))
    local light = color.luma + (most - middle) * first + (middle - least) * second
    local level = (light - 0.5) * k.contrast + 0.5
    -- The tone of the print: a curve from black over the tone to white, as bright as the gray.
    local mean = k.tone.luma
    local function part(component, tone)
      local toned = level + (tone - mean) * (level * (1 - level) * 4):max(0)
      return component:mix(toned, k.amount)
    end
    return mr.pixel(part(red, k.tone.red), part(green, k.tone.green), part(blue, k.tone.blue), color.alpha)
      :premultiplied()
  end,
}

local function share(default) return { "number", default = default, min = -1, max = 1 } end

return effect {
  name = "black_and_white",
  options = {
    reds = share(0.1), yellows = share(0.05), greens = share(0), cyans = share(-0.1), blues = share(-0.2),
    magentas = share(0),
    contrast = { "number", default = 1.15, min = 0, max = 3 },
    tone = { "color", default = "#808080" },
    amount = { "number", default = 1, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return gray(image, {
      reds = params.reds, yellows = params.yellows, greens = params.greens, cyans = params.cyans, blues = params.blues,
      magentas = params.magentas, contrast = params.contrast, tone = params.tone, amount = params.amount,
    })
  end,
}
