-- SPDX-License-Identifier: MIT
-- deflicker: light that trembles becomes steady: each frame is made as bright as those around it are in the mean.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local measure = require "moonreel.measure"

---@class moonreel.DeflickerOptions
---@field frames? integer    before and after that are looked at, 1 to 8 (default 4)
---@field amount? number     0 to 1 (default 1)
---@field color? boolean     whether red, green and blue are steadied each by itself (default false)

local steady = mr.kernel {
  name = "deflicker", inputs = { "image", "own", "around" }, extent = "image", params = { amount = 1, color = 0 },
  body = function(k)
    local own, around = k.own:straight(), k.around:straight()
    -- A change of more than a stop is a cut or the film's own.
    local function gain(wanted, found) return ((wanted + 0.01) / (found + 0.01)):clamp(0.5, 2) end
    local whole = gain(around.luma, own.luma)
    local function part(component)
      local wanted = whole:mix(gain(around[component], own[component]), k.color)
      return k.image[component] * (1 + (wanted - 1) * k.amount)
    end
    return mr.pixel(part "red", part "green", part "blue", k.image.alpha)
  end,
}

return effect {
  name = "deflicker",
  options = {
    frames = { "integer", default = 4, min = 1, max = 8 },
    amount = { "number", default = 1, min = 0, max = 1 },
    color = { "boolean", default = false },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 or not context.at then return image end
    local own = measure.mean(image, context.size)
    local around, count = own, 1
    for index = 1, params.frames do
      for _, way in ipairs { -1, 1 } do
        local other = context:at(context.time + way * index * context.frame_duration)
        count = count + 1
        around = around:dissolve(measure.mean(other, context.size), 1 / count)
      end
    end
    return steady(image, own, around, { amount = params.amount, color = params.color and 1 or 0 })
  end,
}
