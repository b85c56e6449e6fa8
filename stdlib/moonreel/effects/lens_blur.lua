-- SPDX-License-Identifier: MIT
-- lens_blur: out of focus as a lens is: lights become discs, or shapes with as many corners as the aperture has blades.

local mr = require "moonreel"
local effect = require "moonreel.effect"

---@class moonreel.LensBlurOptions
---@field radius? number      of the discs, as a share of the shorter side (default 0.02)
---@field blades? integer     of the aperture, 3 to 12; 0: round (default 0)
---@field angle? number       of the blades, in degrees (default 0)
---@field highlights? number  how much brighter lights are than a picture can say, 0 to 1 (default 0.4)

-- Light is about the square of the signal; the brightest is made brighter still.
local light = mr.kernel {
  name = "lens_blur: light", params = { boost = 0 },
  body = function(k)
    local more = 1 + k.image:straight().luma:smoothstep(0.82, 1) * k.boost
    local function part(component) return component * component * more end
    return mr.pixel(part(k.image.red), part(k.image.green), part(k.image.blue), k.image.alpha * k.image.alpha * more)
  end,
}

local count = 40
local names = { boost = 0 }
for index = 1, count do names["x" .. index], names["y" .. index] = 0, 0 end

local disc = mr.kernel {
  name = "lens_blur", params = names,
  body = function(k)
    local red, green, blue, alpha = 0, 0, 0, 0
    for index = 1, count do
      local read = k.image:at(k.x + k["x" .. index], k.y + k["y" .. index])
      red, green, blue, alpha = red + read.red, green + read.green, blue + read.blue, alpha + read.alpha
    end
    local function signal(sum) return (sum * (1 / count)):max(0):sqrt() end
    local whole = signal(alpha):min(1)
    return mr.pixel(signal(red):min(whole * 1.5), signal(green):min(whole * 1.5), signal(blue):min(whole * 1.5), whole)
  end,
}

-- Where the aperture is open: `count` places evenly over its area, on a spiral by the golden angle.
local function places(radius, blades, angle)
  local numbers, sector = {}, blades > 0 and 2 * math.pi / blades or 1
  for index = 1, count do
    local turn, out = index * 2.399963, radius * math.sqrt((index - 0.5) / count)
    if blades > 0 then
      out = out * math.cos(sector / 2) / math.cos((turn - angle) % sector - sector / 2) * (1 + 0.4 / blades)
    end
    numbers["x" .. index], numbers["y" .. index] = out * math.cos(turn), out * math.sin(turn)
  end
  return numbers
end

return effect {
  name = "lens_blur",
  options = {
    radius = { "number", default = 0.02, min = 0, max = 0.1 },
    blades = { "integer", default = 0, min = 0, max = 12 },
    angle = { "number", default = 0 },
    highlights = { "number", default = 0.4, min = 0, max = 1 },
  },
  neutral = { radius = 0 },
  draw = function(image, params, context)
    local size = context.size
    local radius = params.radius * math.min(size[1], size[2])
    if radius < 0.3 then return image end
    -- The places lie about a quarter of the radius apart: the picture is softened as much before they are read.
    local factor = radius >= 24 and 4 or radius >= 8 and 2 or 1
    local inside = { 0, 0, math.ceil(size[1] / factor), math.ceil(size[2] / factor) }
    local small = image:clamp_to_edges()
    if factor > 1 then small = small:transform(mr.transform.scale(1 / factor), "bilinear") end
    local lights = light(small, { boost = params.highlights * 4 }):crop(inside):clamp_to_edges()
      :blur(math.max(0.3, radius / factor * 0.11)):crop(inside):clamp_to_edges()
    local blades = params.blades < 3 and 0 or params.blades
    local numbers = places(radius / factor, blades, math.rad(params.angle))
    numbers.reach = radius / factor * 1.5 + 1
    local drawn = disc(lights, numbers):crop(inside):clamp_to_edges()
    if factor > 1 then drawn = drawn:transform(mr.transform.scale(factor)) end
    return drawn:crop { 0, 0, size[1], size[2] }
  end,
}
