---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---Changes of colour give the picture itself where their values change nothing. The formulas stand in docs/picture.md.
---@class moonreel.Image
local Image = {}

---@alias moonreel.Look "chrome"|"fade"|"instant"|"mono"|"noir"|"process"|"tonal"|"transfer"
---@alias moonreel.Transfer "bt709"|"srgb"|"linear"|"gamma22"|"gamma28"|"pq"|"hlg"

---Brighter or darker by stops of light.
---@param stops number  -1 halves the light, 1 doubles it
---@return moonreel.Image
function Image:exposure(stops) end

---Muted colours made stronger or weaker; strong ones change little.
---@param amount number  -1 to 1
---@return moonreel.Image
function Image:vibrance(amount) end

---As if light of this temperature had been white: above 6500 warmer, below cooler.
---@param kelvin number  1500 to 15000
---@param tint? number   -150 (green) to 150 (magenta), default 0
---@return moonreel.Image
function Image:temperature(kelvin, tint) end

---How one channel is stretched, or all.
---@class moonreel.Levels
---@field black? number        the input that becomes low_output (default 0)
---@field white? number        the input that becomes high_output (default 1)
---@field gamma? number        above 1 brightens what lies between (default 1)
---@field low_output? number   (default 0)
---@field high_output? number  (default 1)
---@field red? moonreel.Levels    for red alone, as green and blue; what it leaves open is as for all
---@field green? moonreel.Levels
---@field blue? moonreel.Levels

---Stretches tones: what counts as black and as white, and the gray between.
---@param options moonreel.Levels
---@return moonreel.Image
function Image:levels(options) end

---Tone curves through pairs { input, output }, monotone between them: each channel's first, then `master`.
---@param options { master?: number[][], red?: number[][], green?: number[][], blue?: number[][] }
---@return moonreel.Image
function Image:curves(options) end

---A grade by the ASC Color Decision List; each value one number, or three for red, green and blue.
---@param options { slope?: number|number[], offset?: number|number[], power?: number|number[], saturation?: number }
---@return moonreel.Image
function Image:cdl(options) end

---Black becomes `lift`, white `gain`; `gamma` above 1 brightens between. One number or three each.
---@param options { lift?: number|number[], gamma?: number|number[], gain?: number|number[] }
---@return moonreel.Image
function Image:lift_gamma_gain(options) end

---Each channel from all three: weights of red, green and blue for each, and what is added.
---@param options { red?: number[], green?: number[], blue?: number[], offset?: number|number[] }
---@return moonreel.Image
function Image:channel_mixer(options) end

---The negative.
---@param amount? number  0 to 1 (default 1)
---@return moonreel.Image
function Image:invert(amount) end

---White where luma is at least `level`, else black.
---@param level? number  (default 0.5)
---@return moonreel.Image
function Image:threshold(level) end

---Colours in few steps.
---@param count integer  steps of each component, 2 or more
---@return moonreel.Image
function Image:posterize(count) end

---Luma as a place in a gradient; two colours make a duotone.
---@param stops any[]  colours, or pairs { position, colour }
---@return moonreel.Image
function Image:gradient_map(stops) end

---A look from a file.
---@param lut moonreel.Lut
---@param options? { intensity?: number }  0 to 1 (default 1)
---@return moonreel.Image
function Image:lut(lut, options) end

---One of the looks that come along.
---@param name moonreel.Look
---@param options? { intensity?: number }  0 to 1 (default 1)
---@return moonreel.Image
function Image:look(name, options) end

---Signals as light, for what should mix light; `to_signal` leads back.
---@param transfer? moonreel.Transfer  (default "bt709": the light of a BT.1886 display)
---@return moonreel.Image
function Image:to_light(transfer) end

---The way back from `to_light`.
---@param transfer? moonreel.Transfer  (default "bt709")
---@return moonreel.Image
function Image:to_signal(transfer) end

---@class moonreel.KeyOptions
---@field color? moonreel.Color  what goes (chroma_key: default "#00ff00")
---@field threshold? number      up to this distance nothing stays (chroma_key: three quarters of the way from `color` to grey; others 0.1)
---@field smoothing? number      from there to where all stays (chroma_key: a quarter of the threshold; others 0.1)
---@field spill? number          how much of the screen's light is taken off the rest, 0 to 1 (default 0)

---Without what has the hue and strength of a screen.
---@param options? moonreel.KeyOptions
---@return moonreel.Image
function Image:chroma_key(options) end

---Without what is near a colour in red, green and blue.
---@param options moonreel.KeyOptions
---@return moonreel.Image
function Image:color_key(options) end

---Without what is dark; inverted, without what is bright.
---@param options? { threshold?: number, smoothing?: number, inverted?: boolean }
---@return moonreel.Image
function Image:luma_key(options) end

---Less of the strongest component of a screen's colour where it exceeds the mean of the others.
---@param color moonreel.Color
---@param amount? number  0 to 1 (default 1)
---@return moonreel.Image
function Image:despill(color, amount) end

---A look from a file.
---@class moonreel.Lut
---@field title string      as the file says, or ""
---@field sizes integer[]   entries along an axis of each of its tables

---Reads a look: a `.cube` file, or a picture of 512 by 512 pixels in 8 by 8 tiles.
---@param path string
---@return moonreel.Lut
function mr.lut(path) end
