-- SPDX-License-Identifier: MIT
-- chromatic_aberration: a lens that bends colours differently: fringes that grow towards the edges.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.ChromaticAberrationOptions
---@field amount? number   how far red and blue part at the corners, as a share of the way to them (default 0.03)
---@field samples? boolean smooth fringes of many colours instead of three pictures (default true)
---@field center? moonreel.Point  (default the middle)

-- From red at -1 to blue at 1: each wavelength's share of the three colours, which add up to one each.
local function spectrum(count)
  local weights, sums = {}, { 0, 0, 0 }
  for index = 1, count do
    local place = 2 * (index - 1) / (count - 1) - 1
    weights[index] = { math.max(0, -place), math.max(0, 1 - 2 * math.abs(place)), math.max(0, place), place }
    for color = 1, 3 do sums[color] = sums[color] + weights[index][color] end
  end
  for _, weight in ipairs(weights) do
    for color = 1, 3 do weight[color] = weight[color] / sums[color] end
  end
  return weights
end

local function lens(count)
  local weights = spectrum(count)
  return mr.kernel {
    name = "chromatic_aberration",
    params = { x0 = 0, y0 = 0, amount = 0, corner = 1 },
    extent = "image",
    body = function(k)
      local dx, dy = k.x - k.x0, k.y - k.y0
      local bend = pixels.length(dx, dy) / k.corner * k.amount
      local red, green, blue, alpha = 0, 0, 0, 0
      for _, weight in ipairs(weights) do
        local zoom = 1 - bend * weight[4]
        local read = k.image:at(k.x0 + dx * zoom, k.y0 + dy * zoom)
        red, green = red + read.red * weight[1], green + read.green * weight[2]
        blue = blue + read.blue * weight[3]
        alpha = alpha + read.alpha * ((weight[1] + weight[2] + weight[3]) / 3)
      end
      return mr.pixel(red, green, blue, alpha)
    end,
  }
end

local plain, smooth = lens(3), lens(9)

return effect {
  name = "chromatic_aberration",
  options = {
    amount = { "number", default = 0.03, min = 0, max = 0.5 },
    samples = { "boolean", default = true },
    center = { "point", default = { "50%", "50%" } },
  },
  neutral = { amount = 0 },
  draw = function(image, params, context)
    if params.amount == 0 then return image end
    local width, height = context.size[1], context.size[2]
    return (params.samples and smooth or plain)(image:clamp_to_edges(), {
      x0 = params.center[1], y0 = params.center[2], amount = params.amount,
      corner = math.sqrt(width * width + height * height) / 2,
    }):crop { 0, 0, width, height }
  end,
}
