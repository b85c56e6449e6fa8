-- SPDX-License-Identifier: MIT
-- paper_tear: the old picture is torn in two; its halves are drawn apart, with pale torn edges and a shadow.

local mr = require "moonreel"
local noise = require "moonreel.noise"
local transition = require "moonreel.transition"

---@class moonreel.PaperTearOptions: moonreel.TransitionOptions
---@field is_level? boolean      torn from left to right instead of from above (default false)
---@field rough? number          how far the tear strays, as a share of the shorter side (default 0.12)
---@field edge? number           width of the pale edge, likewise (default 0.025)
---@field paper? moonreel.Color  (default "#f4f0e6")
---@field shadow? number         0 to 1 (default 0.5)

local sheet = mr.kernel {
  name = "paper_tear", inputs = { "from", "to", "line" }, extent = "everywhere",
  params = { level = 0, length = 1, middle = 1, way = 0, progress = 0, rough = 0, edge = 0, unit = 1, shadow = 0,
    paper = "white" },
  body = function(k)
    -- Along the tear, and across it from its mean.
    local along = k.y:mix(k.x, k.level)
    local off = k.x:mix(k.y, k.level) - k.middle
    local stray, second = (k.line.red - 0.5) * k.rough, k.line.green * k.edge
    -- The tear runs down first: halves part where it has been.
    local open = ((k.progress * 1.35 - along / k.length * 0.35):clamp())
    open = open * open * k.way
    -- The first half moves back, the second on; each shows what lies before or behind the tear there.
    local one, two = off + open - stray, off - open - stray
    local function moved(by) return k.from:at(k.x + by * (1 - k.level), k.y + by * k.level) end
    local first, last = moved(open), moved(open * -1)
    local torn = (open / k.unit * 40):clamp()
    local in_first, in_last = (0.5 - one):clamp(), (two + 0.5):clamp()
    -- Pale edges: paper that is torn below the print, on both halves.
    local pale_first = (second * 0.7 + one + 0.5):clamp() * in_first * torn
    local reach = (0.5 - one + second * torn * 0.55):clamp()
    local pale_last = (second * 1.2 - two + 0.5):clamp() * in_last * torn
    local fibre = 0.88 + k.line.blue * 0.12
    local paper = mr.pixel(k.paper.red * fibre, k.paper.green * fibre, k.paper.blue * fibre, 1)
    local left = first:mix(paper * first.alpha, (pale_first + reach - in_first):clamp())
    local right = last:mix(paper * last.alpha, pale_last)
    -- Shadows fall on the new picture beside both.
    local gap = one:min(two * -1):max(0) / (k.unit * 0.05)
    local shade = (1 - gap):clamp()
    shade = shade * shade * k.shadow * torn
    local ground = k.to * mr.pixel(1 - shade, 1 - shade, 1 - shade, 1)
    return ground:mix(right, in_last):mix(left, reach)
  end,
}

-- How the tear strays (red), how wide its edge is (green), and fibres (blue).
local line = mr.kernel {
  name = "paper_tear: line", inputs = {}, extent = "everywhere", params = { level = 0, unit = 1, seed = 0 },
  body = function(k)
    local v = k.y:mix(k.x, k.level) / k.unit
    local zero = v * 0
    local stray = noise.value(v * 2.2, zero, k.seed) * 0.62 + noise.value(v * 9, zero, k.seed + 3) * 0.2
      + noise.value(v * 31, zero, k.seed + 5) * 0.11 + noise.value(v * 90, zero, k.seed + 7) * 0.07
    local edge = 0.35 + noise.value(v * 14, zero, k.seed + 9) * 0.5 + noise.value(v * 60, zero, k.seed + 11) * 0.3
    local fibre = noise.value(k.x / k.unit * 150, k.y / k.unit * 150, k.seed + 13)
    return mr.pixel(stray, edge, fibre, 1)
  end,
}

return transition {
  name = "paper_tear",
  options = {
    is_level = { "boolean", default = false },
    rough = { "number", default = 0.12, min = 0, max = 0.6 },
    edge = { "number", default = 0.025, min = 0, max = 0.2 },
    paper = { "color", default = "#f4f0e6" },
    shadow = { "number", default = 0.5, min = 0, max = 1 },
  },
  draw = function(from, to, progress, params, context)
    local width, height, unit = context.size[1], context.size[2], math.min(context.size[1], context.size[2])
    local level = params.is_level and 1 or 0
    local across = params.is_level and height or width
    local rough, edge = params.rough * unit, params.edge * unit
    local drawn = line { level = level, unit = unit, seed = noise.seed(context) }
    return sheet(from:clamp_to_edges(), to, drawn, {
      level = level, length = params.is_level and width or height, middle = across / 2,
      way = across / 2 + rough / 2 + edge * 1.3 + unit * 0.05 + 1, progress = progress, rough = rough, edge = edge,
      unit = unit, shadow = params.shadow, paper = params.paper,
    })
  end,
}
