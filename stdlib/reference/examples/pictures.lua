-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/pictures.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local scene = require "moonreel.scene"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "black", duration = 3 }
local size = { 640, 360 }
local dusk, night, balloon = scene.dusk(1, { size = size }), scene.night(1, { size = size }), scene.balloon(1, size)
local function see(picture) show:add { source = picture, duration = 1 } end

-- Image:opacity
see(balloon:opacity(0.5))

-- Image:over
see(balloon:over(night))
see(balloon:over "#274a8f")

-- Image:dissolve
see(dusk:dissolve(night, 0.3))                -- mostly dusk

-- Image:transform
see(balloon:transform(mr.transform.rotate(15, { "50%", "50%" }):translate(40, 0)):over(night))

-- Image:crop
see(dusk:crop { 160, 90, 320, 180 })
see(dusk:crop { "25%", "25%", "50%", "50%" })   -- the same

-- Image:clamp_to_edges
see(dusk:clamp_to_edges():blur(12):crop { 0, 0, 640, 360 })   -- no dark rim

-- Image:blur
see(dusk:blur(8))

-- Image:saturation
see(dusk:saturation(0.2))

-- Image:brightness
see(dusk:brightness(0.1))

-- Image:contrast
see(dusk:contrast(1.4))

-- Image:hue
see(dusk:hue(90))

-- Image:gamma
see(dusk:gamma(0.8))

-- Image:gain
see(dusk:gain(1.2))

-- Image:color_matrix
see(dusk:color_matrix {                       -- red and blue change places
  0, 0, 1, 0, 0,
  0, 1, 0, 0, 0,
  1, 0, 0, 0, 0,
  0, 0, 0, 1, 0,
})

-- Image:polynomial
see(dusk:polynomial { 0, 0, 3, -2 })          -- an S curve: 3x² − 2x³

-- Image:nine_slice
local plate = mr.color("#e8452c"):matte(mr.image.mask { rect = { 0, 0, 60, 60 }, radius = 20 }):crop { 0, 0, 60, 60 }
see(plate:nine_slice { insets = 20, size = { 400, 120 } })

-- Image:fit
see(dusk:crop({ 0, 0, 200, 360 }):fit({ 640, 360 }, "contain_blur"))

-- Image:corner_pin
see(dusk:corner_pin {
  top_left = { 120, 60 }, top_right = { 560, 20 }, bottom_right = { 600, 340 }, bottom_left = { 80, 300 },
})

-- Image:tile
see(balloon:crop({ 120, 20, 220, 240 }):tile("mirror"):crop { 0, 0, 640, 360 })

-- Image:gravity
local x, y = table.unpack(dusk:gravity "bottom_right")
assert(x == 640 and y == 360)

-- Image:rotate
see(dusk:rotate(5))
see(balloon:rotate(20, { 230, 120 }):over(night))

-- Image:scale
see(dusk:scale(0.5))
see(dusk:scale(-1, 1))                        -- mirrored

-- Image:skew
see(dusk:skew(10, 0))

-- Image:flip
see(dusk:flip "horizontal")

-- Image:box_blur
see(dusk:box_blur(6))

-- Image:pixelate
see(dusk:pixelate(16))

-- Image:zoom_blur
see(dusk:zoom_blur { amount = 0.1, center = { "74%", "50%" } })

-- Image:motion_blur
see(dusk:motion_blur(30, 45))

-- Image:spin_blur
see(dusk:spin_blur(10))

-- Image:displace
see(dusk:displace(mr.image.noise { seed = 3 }:blur(10), 60))

-- Image:convolve
see(dusk:convolve({ 0, -1, 0, -1, 5, -1, 0, -1, 0 }, { keep_alpha = true }))

-- Image:edges
see(dusk:edges(2))

-- Image:emboss
see(dusk:emboss { angle = 30 })

-- Image:sharpen
see(dusk:sharpen { sigma = 2, amount = 1.5 })

-- Image:median
see(dusk:median(5))

-- Image:dilate
see(night:dilate(3))

-- Image:erode
see(night:erode(3))

-- Image:bloom
see(night:bloom { threshold = 0.6, sigma = 12 })

-- Image:drop_shadow
see(balloon:drop_shadow { offset = { 12, 12 }, blur = 8 }:over "#dfe6ee")

-- Image:vignette
see(dusk:vignette { amount = 0.8 })

-- Image:grain
see(dusk:grain { amount = 0.15 })

-- Image:exposure
see(dusk:exposure(-1))

-- Image:vibrance
see(dusk:vibrance(0.6))

-- Image:temperature
see(dusk:temperature(4000))

-- Image:levels
see(dusk:levels { black = 0.1, white = 0.9, gamma = 1.2, blue = { high_output = 0.8 } })

-- Image:curves
see(dusk:curves { master = { { 0, 0 }, { 0.25, 0.18 }, { 0.75, 0.85 }, { 1, 1 } } })

-- Image:cdl
see(dusk:cdl { slope = { 1.1, 1, 0.9 }, saturation = 0.8 })

-- Image:lift_gamma_gain
see(dusk:lift_gamma_gain { lift = 0.05, gamma = { 1, 1, 1.1 }, gain = 0.95 })

-- Image:channel_mixer
see(dusk:channel_mixer { red = { 0.4, 0.6, 0 }, green = { 0.3, 0.6, 0.1 }, blue = { 0.2, 0.6, 0.2 } })

-- Image:invert
see(dusk:invert())

-- Image:threshold
see(dusk:threshold(0.6))

-- Image:posterize
see(dusk:posterize(4))

-- Image:gradient_map
see(dusk:gradient_map { "#160a36", "#f08a4a" })

-- mr.lut, Image:lut
local warm = mr.lut "warm.cube"
see(dusk:lut(warm, { intensity = 0.8 }))

-- Image:look
see(dusk:look "noir")

-- Image:to_light, Image:to_signal
see(night:to_light():blur(10):to_signal())    -- lit windows stay bright

-- Image:chroma_key
local studio = balloon:over "#00ff00"
see(studio:chroma_key { spill = 0.5 }:over(night))

-- Image:color_key
see(balloon:over("#335577"):color_key { color = "#335577" }:over(night))

-- Image:luma_key
see(night:luma_key { threshold = 0.3 }:over "#274a8f")

-- Image:despill
see(balloon:despill("#00ff00", 1):over(night))

-- Image:blend
see(night:blend(dusk, "screen", { opacity = 0.7 }))

-- Image:composite
see(balloon:composite(dusk, "source_atop"))

-- Image:matte
see(night:matte(mr.image.mask { ellipse = { 200, 60, 240, 240 }, feather = 10 }):over(dusk))

-- Image:combine
local ring = mr.image.mask { ellipse = { 200, 60, 240, 240 } }
  :combine(mr.image.mask { ellipse = { 240, 100, 160, 160 } }, "subtract")
see(night:matte(ring):over(dusk))

-- mr.image, mr.image.empty
assert(mr.image.empty():over(dusk) ~= nil)    -- changes nothing

-- mr.image.color
see(balloon:over(mr.image.color "#dfe6ee"))

-- mr.image.linear_gradient
see(mr.image.linear_gradient { from = { 0, 0 }, to = { 0, 360 }, stops = { "#274a8f", { 0.6, "#e58a6a" }, "#ffd9a0" } })

-- mr.image.radial_gradient
see(mr.image.radial_gradient { center = { 320, 180 }, radius = 180, stops = { "white", "#ffffff00" } }:over(night))

-- mr.image.checker
see(balloon:over(mr.image.checker { side = 20 }))

-- mr.image.noise
see(mr.image.noise { seed = 7 }:crop { 0, 0, 640, 360 })

-- mr.image.test_card
see(mr.image.test_card { size = { 640, 360 } })

-- mr.image.mask
see(dusk:matte(mr.image.mask { rect = { 40, 40, 560, 280 }, radius = 30, feather = 4 }))

-- mr.transform, mr.transform.identity
local lean = mr.transform.identity():scale(0.8):rotate(4)
see(dusk:transform(lean))

-- mr.transform.translate
see(balloon:transform(mr.transform.translate(80, 20)):over(night))

-- mr.transform.scale
see(dusk:transform(mr.transform.scale(1.5, 1.5, { "50%", "50%" })))

-- mr.transform.rotate
see(dusk:transform(mr.transform.rotate(10, { 320, 180 })))

-- mr.transform.skew
see(dusk:transform(mr.transform.skew(12, 0)))

-- mr.transform.fit
see(dusk:transform(mr.transform.fit({ 640, 360 }, { 320, 320 }, "cover")))

-- mr.transform.matrix
see(dusk:transform(mr.transform.matrix { 1, 0.1, -0.1, 1, 20, 0 }))

-- Transform:translate
see(dusk:transform(mr.transform.scale(0.5):translate(160, 90)))

-- Transform:scale
see(dusk:transform(mr.transform.translate(-320, -180):scale(0.5):translate(320, 180)))

-- Transform:rotate
see(dusk:transform(mr.transform.translate(10, 0):rotate(3)))

-- Transform:skew
see(dusk:transform(mr.transform.translate(10, 0):skew(8, 0)))

-- Transform:followed_by
local half, aside = mr.transform.scale(0.5), mr.transform.translate(160, 90)
see(dusk:transform(half:followed_by(aside)))

-- Transform:inverted
local there = mr.transform.translate(30, 40)
local back = assert(there:inverted())
assert(back:apply({ 30, 40 })[1] == 0)

-- Transform:apply
local point = mr.transform.scale(2):apply { 10, 20 }
assert(point[1] == 20 and point[2] == 40)

return show
