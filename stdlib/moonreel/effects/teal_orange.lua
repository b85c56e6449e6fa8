-- SPDX-License-Identifier: MIT
-- teal_orange: the cinema's grade: shadows towards teal, skin and light towards orange.

local mr = require "moonreel"
local curve = require "moonreel.curve"
local effect = require "moonreel.effect"

---@class moonreel.TealOrangeOptions
---@field amount? number    0 to 1 (default 0.8)
---@field contrast? number  how steep the middle tones are, 0 to 1 (default 0.5)
---@field balance? number   luma at which shadows end and lights begin (default 0.45)

local grade = mr.kernel {
  name = "teal_orange",
  params = { amount = 1, contrast = 0.5, balance = 0.45 },
  body = function(k)
    local p = k.image:straight()
    local light = p.luma:smoothstep(k.balance - 0.4, k.balance + 0.4)
    local warm = (p.red - p.blue):clamp()
    -- With middle tones as steep as `contrast` says, and `tint` added.
    local function part(v, tint)
      return v + (curve.smooth(v:clamp()) - v) * (k.contrast * 0.6 * k.amount) + tint
    end
    -- Warm colours stay warm wherever they are; all others follow the light.
    local tone = (light + warm * 1.5):clamp()
    local red = part(p.red, tone * (0.17 * k.amount) - 0.09 * k.amount)
    local green = part(p.green, 0.025 * k.amount - tone * (0.025 * k.amount))
    local blue = part(p.blue, 0.09 * k.amount - tone * (0.19 * k.amount))
    return mr.pixel(red, green, blue, p.alpha):premultiplied()
  end,
}

return effect {
  name = "teal_orange",
  options = {
    amount = { "number", default = 0.8, min = 0, max = 1 },
    contrast = { "number", default = 0.5, min = 0, max = 1 },
    balance = { "number", default = 0.45, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params)
    if params.amount == 0 then return image end
    return grade(image, { amount = params.amount, contrast = params.contrast, balance = params.balance })
  end,
}
