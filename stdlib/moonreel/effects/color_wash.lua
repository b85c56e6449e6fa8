-- SPDX-License-Identifier: MIT
-- color_wash: two colours flow over the picture, as from coloured lamps on either side.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.ColorWashOptions
---@field first? moonreel.Color   (default "#ff2d6f")
---@field second? moonreel.Color  (default "#2d7bff")
---@field angle? number           from the first to the second, degrees clockwise, 0 to the right (default 20)
---@field turn? number            degrees that it turns in a second (default 15)
---@field amount? number          0 to 1 (default 0.75)

-- Pale colours under light as `overlay` lays it: black and white stay, what is between takes the light.
local wash = mr.kernel {
  name = "color_wash",
  params = { first = "red", second = "blue", left = 0, top = 0, across = 0, down = 0, amount = 1 },
  body = function(k)
    local p = pixels.opaque(k.image)
    local gray = p.luma
    local light = k.first:mix(k.second, ((k.x - k.left) * k.across + (k.y - k.top) * k.down):clamp())
    local lamp, strength = light:straight(), light.alpha * k.amount
    local function part(component, lit)
      -- a third of the saturation, a tenth more contrast
      local pale = (gray + (component - gray) * 0.35 - 0.5) * 1.1 + 0.5
      local below = component + (pale - component) * k.amount
      local laid = below:at_least(0.5, 1 - (1 - below) * (2 - lit * 2), below * lit * 2)
      return below + (laid - below) * strength
    end
    return mr.pixel(part(p.red, lamp.red), part(p.green, lamp.green), part(p.blue, lamp.blue), 1) * k.image.alpha
  end,
}

return effect {
  name = "color_wash",
  options = {
    first = { "color", default = "#ff2d6f" },
    second = { "color", default = "#2d7bff" },
    angle = { "number", default = 20 },
    turn = { "number", default = 15 },
    amount = { "number", default = 0.75, min = 0, max = 1 },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    local width, height = context.size[1], context.size[2]
    local angle = math.rad(params.angle + params.turn * context.time)
    local dx, dy = math.cos(angle) * width / 2, math.sin(angle) * height / 2
    -- from one side to the other, as far as the middle of each side
    local length = 4 * (dx * dx + dy * dy)
    return wash(image, {
      first = params.first, second = params.second, left = width / 2 - dx, top = height / 2 - dy,
      across = 2 * dx / length, down = 2 * dy / length, amount = params.amount,
    })
  end,
}
