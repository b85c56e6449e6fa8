-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/kernels.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "black", duration = 3 }
local card = mr.image.test_card { size = { 640, 360 } }
local function see(picture) show:add { source = picture, duration = 1 } end
local function gray(value)                    -- a picture as bright as a value of each pixel, 0 to 1
  see(mr.kernel { inputs = {}, extent = "everywhere", body = function(k)
    local v = value(k)
    return mr.pixel(v, v, v, 1)
  end } {})
end

-- mr.kernel
local tint = mr.kernel {
  params = { color = "#e8452c", amount = 0.5 },
  body = function(k) return k.image:mix(k.color * k.image.luma, k.amount) end,
}
see(tint(card, { amount = 0.8 }))

-- mr.pixel
see(mr.kernel { inputs = {}, extent = "everywhere", body = function(k)
  return mr.pixel(k.x / 640, k.y / 360, 0.5, 1)
end } {})

-- KernelPixel:straight, KernelPixel:premultiplied
local warmer = mr.kernel { body = function(k)
  local pixel = k.image:straight()
  return mr.pixel(pixel.red * 1.1, pixel.green, pixel.blue * 0.9, pixel.alpha):premultiplied()
end }
see(warmer(card:opacity(0.5)))

-- KernelPixel:at
local waves = mr.kernel { body = function(k)
  return k.image:at(k.x + 8 * (k.y / 20):sin(), k.y)
end }
see(waves(card:clamp_to_edges()):crop { 0, 0, 640, 360 })

-- KernelPixel:over
local stamp = mr.kernel { inputs = { "top", "bottom" }, body = function(k) return (k.top * 0.5):over(k.bottom) end }
see(stamp(card, mr.color "#274a8f"))

-- KernelPixel:mix
local across = mr.kernel { inputs = { "left", "right" }, body = function(k)
  return k.left:mix(k.right, (k.x / 640):clamp())
end }
see(across(card, card:invert()))

-- KernelValue:abs
gray(function(k) return ((k.x - 320) / 320):abs() end)

-- KernelValue:floor
gray(function(k) return (k.x / 80):floor() / 8 end)

-- KernelValue:fract
gray(function(k) return (k.x / 80):fract() end)

-- KernelValue:sqrt
gray(function(k) return (k.x / 640):sqrt() end)

-- KernelValue:exp2
gray(function(k) return (k.x / 640 * 4 - 4):exp2() end)

-- KernelValue:log2
gray(function(k) return (k.x / 640 * 15 + 1):log2() / 4 end)

-- KernelValue:exp
gray(function(k) return (-k.x / 160):exp() end)

-- KernelValue:log
gray(function(k) return (k.x / 100 + 1):log() / 2 end)

-- KernelValue:sin
gray(function(k) return 0.5 + 0.5 * (k.x / 40):sin() end)

-- KernelValue:cos
gray(function(k) return 0.5 + 0.5 * (k.x / 40):cos() end)

-- KernelValue:tan
gray(function(k) return (k.x / 640):tan():clamp() end)

-- KernelValue:asin
gray(function(k) return (k.x / 640):asin() / (math.pi / 2) end)

-- KernelValue:acos
gray(function(k) return (k.x / 640):acos() / (math.pi / 2) end)

-- KernelValue:atan
gray(function(k) return (k.y - 180):atan(k.x - 320) / (2 * math.pi) + 0.5 end)

-- KernelValue:min
gray(function(k) return (k.x / 640):min(k.y / 360) end)

-- KernelValue:max
gray(function(k) return (k.x / 640):max(k.y / 360) end)

-- KernelValue:clamp
gray(function(k) return (k.x / 320 - 0.5):clamp() end)

-- KernelValue:mix
gray(function(k) return (k.x / 640):mix(k.y / 360, 0.5) end)

-- KernelValue:smoothstep
gray(function(k) return k.x:smoothstep(200, 440) end)

-- KernelValue:at_least
gray(function(k) return k.x:at_least(320, 1, 0.2) end)

-- Vec:dot
gray(function(k) return k.vec2(k.x / 640, k.y / 360):dot(k.vec2(0.5, 0.5)) end)

-- Vec:length
gray(function(k) return (k.vec2(k.x - 320, k.y - 180):length() / 360):clamp() end)

-- Vec:distance
gray(function(k) return (k.vec2(k.x, k.y):distance(k.vec2(100, 100)) / 600):clamp() end)

-- Vec:normalize
gray(function(k) return k.vec2(k.x - 320, k.y - 180):normalize().x * 0.5 + 0.5 end)

-- Vec:cross
gray(function(k) return k.vec3(k.x / 640, 0, 0):cross(k.vec3(0, 1, 0)).z end)

-- Kernel:with
local wave = mr.kernel {
  inputs = {}, params = { height = 40, bands = { count = 3, value = 0.5 } },
  body = function(k)
    local band = k.pick(k.bands, k.x / 213.4 + 1)
    local v = (k.y - 180 + (k.x / 30):sin() * k.height):abs():smoothstep(12, 0) * band
    return mr.pixel(v, v, v, 1)
  end,
}
show:add { source = wave:with { height = { { 0, 10 }, { 2, 90 } }, bands = { 0.3, 1, 0.6 } }, duration = 2 }

-- Vec:abs
gray(function(k) return (k.vec2(k.x - 320, k.y - 180):abs() / 320).x end)

-- Vec:floor
gray(function(k) return ((k.vec2(k.x, k.y) / 80):floor() / 8).x end)

-- Vec:fract
gray(function(k) return (k.vec2(k.x, k.y) / 80):fract().y end)

-- Vec:sqrt
gray(function(k) return k.vec2(k.x / 640, 0):sqrt().x end)

-- Vec:sin
gray(function(k) return (k.vec2(k.x, k.y) / 40):sin().x * 0.5 + 0.5 end)

-- Vec:cos
gray(function(k) return (k.vec2(k.x, k.y) / 40):cos().y * 0.5 + 0.5 end)

-- Vec:min
gray(function(k) return (k.vec2(k.x, k.y) / 640):min(0.3).x end)

-- Vec:max
gray(function(k) return (k.vec2(k.x, k.y) / 640):max(0.3).x end)

-- Vec:clamp
gray(function(k) return (k.vec2(k.x, k.y) / 320 - 0.5):clamp().x end)

-- Vec:mix
gray(function(k) return k.vec2(k.x / 640, 0):mix(k.vec2(0, k.y / 360), 0.5):dot(k.vec2(1, 1)) end)

return show
