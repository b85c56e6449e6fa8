-- SPDX-License-Identifier: MIT
-- stained_glass: panes of one colour each between strips of lead, with light behind them.

local mr = require "moonreel"
local effect = require "moonreel.effect"
local noise = require "moonreel.noise"

---@class moonreel.StainedGlassOptions
---@field size? number          of a pane, as a share of the shorter side (default 0.07)
---@field lead? number          width of the strips, in panes, 0 to 0.5 (default 0.1)
---@field color? moonreel.Color of the lead (default "#15120f")
---@field light? number         how unevenly light falls through, 0 to 1 (default 0.5)
---@field saturation? number    (default 1.35)

-- For each pixel where its pane's middle lies from it (red, green) and how near the next pane is (blue), in panes: the
-- same in all frames, and drawn once.
local panes = mr.kernel {
  name = "stained_glass: panes", inputs = {}, extent = "everywhere", params = { size = 1, seed = 0 },
  body = function(k)
    local u, v = k.x / k.size, k.y / k.size
    local column, row = u:floor(), v:floor()
    local near, second, x, y = 99, 99, 0, 0
    for down = -1, 1 do
      for across = -1, 1 do
        local c, r = column + across, row + down
        local dx = c + 0.15 + noise.hash(c, r, k.seed) * 0.7 - u
        local dy = r + 0.15 + noise.hash(c, r, k.seed + 5) * 0.7 - v
        local distance = (dx * dx + dy * dy):sqrt()
        second = distance:at_least(near, distance:min(second), near)
        x, y = distance:at_least(near, x, dx), distance:at_least(near, y, dy)
        near = distance:min(near)
      end
    end
    return mr.pixel(x, y, second - near, 1)
  end,
}

local window = mr.kernel {
  name = "stained_glass", inputs = { "image", "soft", "panes" }, extent = "image",
  params = { size = 1, lead = 0, light = 0, color = "#15120f" },
  body = function(k)
    local dx, dy = k.panes.red, k.panes.green
    local glass = k.soft:at(k.x + dx * k.size, k.y + dy * k.size):straight()
    local pixel = 1.2 / k.size
    local edge = k.panes.blue - k.lead
    local is_glass = edge:smoothstep(pixel * -1, pixel)
    -- Brighter to the upper left of each pane, darker where it meets the lead.
    local shade = 1 + (dx + dy) * 0.35 * k.light - (1 - edge:smoothstep(0, 0.25)) * 0.3 * k.light
    local function part(component, lead) return lead:mix((component * shade):clamp(), is_glass) * k.image.alpha end
    return mr.pixel(part(glass.red, k.color.red), part(glass.green, k.color.green), part(glass.blue, k.color.blue),
      k.image.alpha)
  end,
}

return effect {
  name = "stained_glass",
  options = {
    size = { "number", default = 0.07, min = 0.01, max = 1 },
    lead = { "number", default = 0.1, min = 0, max = 0.5 },
    color = { "color", default = "#15120f" },
    light = { "number", default = 0.5, min = 0, max = 1 },
    saturation = { "number", default = 1.35, min = 0, max = 3 },
  },
  draw = function(image, params, context)
    local size = math.max(4, params.size * math.min(context.size[1], context.size[2]))
    local soft = image:clamp_to_edges():blur(size * 0.3):saturation(params.saturation)
    return window(image, soft, panes { size = size, seed = noise.seed(context) }, {
      size = size, lead = params.lead, light = params.light, color = params.color,
    })
  end,
}
