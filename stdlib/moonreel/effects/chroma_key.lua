-- SPDX-License-Identifier: MIT
-- chroma_key: takes a green or blue screen away, with its light on what stands before it.

local effect = require "moonreel.effect"
local keying = require "moonreel.keying"
local mr = require "moonreel"
local pixels = require "moonreel.pixels"

---@class moonreel.ChromaKeyOptions
---@field color? moonreel.Color  of the screen; pick it from the picture (default "#00d050")
---@field tolerance? number      how far from it all goes: 0 nothing, 1 up to gray (default 0.7)
---@field softness? number       further, until all stays, likewise (default 0.2)
---@field spill? number          how much of the screen's light is taken off the rest, 0 to 1 (default 0.8)
---@field shrink? number         how far the edge is drawn in, as a share of the shorter side (default 0)
---@field feather? number        how soft it is, likewise (default 0)
---@field show? "result"|"matte" the matte in black and white, to set the others by (default "result")

-- How far a colour is from gray, as keys measure it.
local function from_gray(color)
  local rgba = mr.color(color).rgba
  local luma = 0.2989 * rgba[1] + 0.5866 * rgba[2] + 0.1145 * rgba[3]
  local blue, red = 0.5647 * (rgba[3] - luma), 0.7132 * (rgba[1] - luma)
  return math.max(0.02, math.sqrt(blue * blue + red * red))
end

return effect {
  name = "chroma_key",
  options = {
    color = { "color", default = "#00d050" },
    tolerance = { "number", default = 0.7, min = 0, max = 1 },
    softness = { "number", default = 0.2, min = 0.001, max = 1 },
    spill = { "number", default = 0.8, min = 0, max = 1 },
    shrink = keying.rules.shrink, feather = keying.rules.feather, show = keying.rules.show,
  },
  draw = function(image, params, context)
    local whole = from_gray(params.color)
    local matte = pixels.solid(image):chroma_key {
      color = params.color, threshold = params.tolerance * whole, smoothing = params.softness * whole,
    }
    return keying.cut(image:despill(params.color, params.spill), matte, params, context.size)
  end,
}
