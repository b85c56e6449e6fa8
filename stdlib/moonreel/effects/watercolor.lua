-- SPDX-License-Identifier: MIT
-- watercolor: thin paint on rough paper: pale washes that run unevenly and dry darker at their edges.

local mr = require "moonreel"
local brush = require "moonreel.brush"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.WatercolorOptions
---@field brush? number          radius of the washes, as a share of the shorter side (default 0.012)
---@field edges? number          how dark they dry, 0 to 1 (default 0.6)
---@field bleed? number          how uneven they are, 0 to 1 (default 0.5)
---@field paper? moonreel.Color  (default "#fbf7ee")

-- How the washes run, and the paper's grain: the same in all frames, and drawn once.
local texture = mr.kernel {
  name = "watercolor: texture", inputs = {}, extent = "everywhere", params = { unit = 1 },
  body = function(k)
    local u, v = k.x / k.unit, k.y / k.unit
    local wash = pixels.cloud(u * 5, v * 5) * 0.6 + pixels.cloud(u * 14 + 3, v * 14) * 0.4
    local grain = pixels.cloud(u * 150, v * 150) * 0.6 + pixels.cloud(u * 310 + 5, v * 310) * 0.4
    local lean = pixels.cloud(u * 22 + 9, v * 22)
    return mr.pixel(wash, grain, lean, 1)
  end,
}

local wash = mr.kernel {
  name = "watercolor", inputs = { "image", "paint", "texture" }, extent = "image",
  params = { edges = 0, bleed = 0, unit = 1, paper = "#fbf7ee" },
  body = function(k)
    -- Borders of the washes are not quite where those of things are.
    local lean_x = (k.texture.blue - 0.5) * k.unit * 0.012 * k.bleed
    local lean_y = (k.texture.red - 0.5) * k.unit * 0.012 * k.bleed
    local function read(dx, dy) return k.paint:at(k.x + lean_x + dx, k.y + lean_y + dy) end
    local step = k.unit * 0.0022 + 0.6
    local paint = read(0, 0)
    local across, down = read(step, 0).luma - read(step * -1, 0).luma, read(0, step).luma - read(0, step * -1).luma
    local edge = (across * across + down * down):sqrt():smoothstep(0.02, 0.22) * k.edges
    -- Paint takes light away from the paper: less of it where the wash is thin.
    local thin = 0.78 + (k.texture.red - 0.5) * k.bleed * 0.7 + (k.texture.green - 0.5) * 0.22
    local function part(component, paper)
      local tone = 1 - component:clamp()
      return (paper * (1 - tone * thin - edge * (tone * 0.6 + 0.12))):max(0)
    end
    return mr.pixel(part(paint.red, k.paper.red), part(paint.green, k.paper.green), part(paint.blue, k.paper.blue), 1)
      * k.image.alpha
  end,
}

return effect {
  name = "watercolor",
  options = {
    brush = { "number", default = 0.012, min = 0.002, max = 0.05 },
    edges = { "number", default = 0.6, min = 0, max = 1 },
    bleed = { "number", default = 0.5, min = 0, max = 1 },
    paper = { "color", default = "#fbf7ee" },
  },
  draw = function(image, params, context)
    local unit = math.min(context.size[1], context.size[2])
    local paint = brush.painted(pixels.solid(image), context.size, math.max(1.5, params.brush * unit))
      :saturation(1.25):clamp_to_edges()
    return wash(image, paint, texture { unit = unit }, {
      edges = params.edges, bleed = params.bleed, unit = unit, paper = params.paper,
    })
  end,
}
