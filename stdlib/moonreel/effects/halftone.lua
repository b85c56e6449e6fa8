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

-- The cell of a turned grid: where its middle lies, and how far the pixel is from it, in cells.
local function cell(k, degrees)
  local cos, sin = math.cos(math.rad(degrees)), math.sin(math.rad(degrees))
  local u = ((k.x * cos + k.y * sin) / k.size) * k.cos + ((k.y * cos - k.x * sin) / k.size) * k.sin
  local v = ((k.y * cos - k.x * sin) / k.size) * k.cos - ((k.x * cos + k.y * sin) / k.size) * k.sin
  local middle_u, middle_v = u:floor() + 0.5, v:floor() + 0.5
  local distance = pixels.length(u - middle_u, v - middle_v)
  local back_u = (middle_u * k.cos - middle_v * k.sin) * k.size
  local back_v = (middle_u * k.sin + middle_v * k.cos) * k.size
  return back_u * cos - back_v * sin, back_u * sin + back_v * cos, distance
end

-- How much ink covers the pixel, where the share `tone` of the paper is to be covered.
local function dot(k, tone, distance)
  -- Lighter, as ink spreads; larger where dots overlap, so that full tones leave no paper.
  tone = tone * (tone * 0.4 + 0.6)
  local radius = (tone / math.pi):sqrt() * (1 + tone * tone * 0.28)
  return ((radius - distance) * k.size + 0.5):clamp()
end

local parameters = { size = 8, cos = 1, sin = 0, ink = "black", paper = "white" }

local one = mr.kernel {
  name = "halftone: one ink", inputs = { "image", "soft" }, params = parameters, extent = "image",
  body = function(k)
    local x, y, distance = cell(k, 0)
    local ink = dot(k, 1 - k.soft:at(x, y):straight().luma:clamp(), distance)
    return k.paper:mix(k.ink, ink) * k.image.alpha
  end,
}

local four = mr.kernel {
  name = "halftone: four inks", inputs = { "image", "soft" }, params = parameters, extent = "image",
  body = function(k)
    local function screen(degrees, tone)
      local x, y, distance = cell(k, degrees)
      local color = k.soft:at(x, y):straight()
      local black = 1 - color.red:max(color.green):max(color.blue):clamp()
      return dot(k, tone(color, black):clamp(), distance)
    end
    local function without(component)
      return function(color, black) return 1 - color[component] - black * 0.9 end
    end
    local cyan, magenta = screen(15, without "red"), screen(75, without "green")
    local yellow = screen(0, without "blue")
    local key = 1 - screen(45, function(_, black) return black * 0.8 end) * 0.92
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
    local angle = math.rad(params.angle)
    local soft = image:clamp_to_edges():blur(size / 3)
    return (params.colors and four or one)(image, soft, {
      size = size, cos = math.cos(angle), sin = math.sin(angle), ink = params.ink, paper = params.paper,
    })
  end,
}
