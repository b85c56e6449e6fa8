-- SPDX-License-Identifier: MIT
-- halftone: printed with dots: one ink on paper, or the four of a colour press.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local pixels = require "moonreel.pixels"

---@class moonreel.HalftoneOptions
---@field size? number           from dot to dot, as a share of the frame's shorter side (default 0.015)
---@field angle? number          of the first screen, in degrees (default 22)
---@field colors? boolean        four inks instead of one (default true)
---@field ink? moonreel.Color    of the one (default "#1a1a2e")
---@field paper? moonreel.Color  (default "#faf5e6")

-- How far the pixel is from the middle of its cell, in cells of a grid that is turned to the direction (across, down).
local function distance(k, across, down)
  local u, v = k.x * across + k.y * down, k.y * across - k.x * down
  return pixels.length(u:fract() - 0.5, v:fract() - 0.5)
end

-- How much ink covers the pixel, where the share `tone` of the paper is to be covered.
local function dot(k, tone, away)
  -- Lighter, as ink spreads; larger where dots overlap, so that full tones leave no paper.
  tone = tone * (tone * 0.4 + 0.6)
  local radius = (tone * (1 / math.pi)):sqrt() * (1 + tone * tone * 0.28)
  return ((radius - away) * k.size + 0.5):clamp()
end

local one = mr.kernel {
  name = "halftone: one ink", inputs = { "image", "soft" }, extent = "image",
  params = { size = 8, across = 1, down = 0, ink = "black", paper = "white" },
  body = function(k)
    local ink = dot(k, 1 - k.soft:straight().luma:clamp(), distance(k, k.across, k.down))
    return k.paper:mix(k.ink, ink) * k.image.alpha
  end,
}

-- Of the four screens, in degrees.
local screens = { cyan = 15, magenta = 75, yellow = 0, black = 45 }

local parameters = { size = 8, paper = "white" }
for name in pairs(screens) do parameters[name .. "_across"], parameters[name .. "_down"] = 1, 0 end

local four = mr.kernel {
  name = "halftone: four inks", inputs = { "image", "soft" }, params = parameters, extent = "image",
  body = function(k)
    local color = k.soft:straight()
    local gray = 1 - color.red:max(color.green):max(color.blue):clamp()
    local function screen(name, tone)
      return dot(k, tone:clamp(), distance(k, k[name .. "_across"], k[name .. "_down"]))
    end
    local function without(component) return 1 - component - gray * 0.9 end
    local cyan, magenta = screen("cyan", without(color.red)), screen("magenta", without(color.green))
    local yellow = screen("yellow", without(color.blue))
    local key = 1 - screen("black", gray * 0.8) * 0.92
    return mr.pixel(k.paper.red * (1 - cyan * 0.95) * (1 - magenta * 0.08) * key,
      k.paper.green * (1 - cyan * 0.32) * (1 - magenta * 0.95) * (1 - yellow * 0.05) * key,
      k.paper.blue * (1 - cyan * 0.06) * (1 - magenta * 0.42) * (1 - yellow * 0.9) * key, 1) * k.image.alpha
  end,
}

return effect {
  name = "halftone",
  options = {
    size = { "number", default = 0.015, min = 0.003, max = 0.5 },
    angle = { "number", default = 22 },
    colors = { "boolean", default = true },
    ink = { "color", default = "#1a1a2e" },
    paper = { "color", default = "#faf5e6" },
  },
  draw = function(image, params, context)
    local size = math.max(2, params.size * math.min(context.size[1], context.size[2]))
    local soft = image:clamp_to_edges():blur(size * 0.45)
    local function direction(degrees)
      local angle = math.rad(params.angle + degrees)
      return math.cos(angle) / size, math.sin(angle) / size
    end
    local numbers = { size = size, paper = params.paper }
    if not params.colors then
      numbers.ink = params.ink
      numbers.across, numbers.down = direction(0)
      return one(image, soft, numbers)
    end
    for name, degrees in pairs(screens) do
      numbers[name .. "_across"], numbers[name .. "_down"] = direction(degrees)
    end
    return four(image, soft, numbers)
  end,
}
