-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/library.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local scene = require "moonreel.scene"
local show = mr.composition { size = { 640, 360 }, fps = 30, background = "black", duration = 3 }
local size = { 640, 360 }
local dusk, night = scene.dusk(1, { size = size }), scene.night(1, { size = size })
local function see(picture) show:add { source = picture, duration = 1 } end
local function gray(value)                    -- a picture as bright as a value of each pixel, 0 to 1
  see(mr.kernel { inputs = {}, extent = "everywhere", body = function(k)
    local v = value(k)
    return mr.pixel(v, v, v, 1)
  end } {})
end

-- moonreel.effect
local effect = require "moonreel.effect"
local dim = effect {
  name = "dim", options = { amount = { "number", default = 0.5, min = 0, max = 1 } },
  draw = function(image, params) return image:gain(1 - params.amount) end,
}
show:add { source = dusk, duration = 1, effects = { dim { amount = 0.3 } } }

-- moonreel.effect.tick
local effect = require "moonreel.effect"
local flicker = effect {
  name = "flicker", options = { rate = { "number", default = 8 } },
  draw = function(image, params, context)
    return image:gain(effect.tick(context, params.rate) % 2 == 0 and 1 or 0.8)
  end,
}
show:add { source = dusk, duration = 1, effects = { flicker {} } }

-- moonreel.effect.picture
local effect = require "moonreel.effect"
local backed = effect {
  name = "backed", options = { behind = { "image", required = true } },
  draw = function(image, params, context) return image:over(effect.picture(params.behind, context)) end,
}
show:add { source = scene.balloon(1, size), duration = 1, effects = { backed { behind = night } } }

-- moonreel.transition
local transition = require "moonreel.transition"
local blinds = transition {
  name = "blinds", options = { count = { "integer", default = 8, min = 1, max = 40 } },
  draw = function(from, to, progress, params, context)
    local width, height, picture = context.size[1] / params.count, context.size[2], from
    for index = 0, params.count - 1 do
      picture = to:crop({ index * width, 0, math.max(0.001, progress * width), height }):over(picture)
    end
    return progress <= 0 and from or picture
  end,
}
show:sequence { scene.dusk, scene.night, clip_duration = 2, overlap = 1, transition = blinds { count = 6 } }

-- moonreel.transition.way
local transition = require "moonreel.transition"
local dx, dy = transition.way("left", size)
assert(dx == -640 and dy == 0)

-- moonreel.transition.mixed
local transition = require "moonreel.transition"
see(transition.mixed(dusk, night, 0.5))

-- moonreel.transition.of
local transition = require "moonreel.transition"
local cut = transition.of(function(from, to, progress) return progress < 0.5 and from or to end)
show:sequence { scene.dusk, scene.night, clip_duration = 2, overlap = 1, transition = cut }

-- moonreel.title
local title = require "moonreel.title"
local rise = title {
  name = "rise", length = 0.8, units = { by = "word", each = 0.5 },
  options = { distance = { "number", default = 0.5 } },
  enter = function(stage, params)
    return stage:coming(params, { y = params.distance * stage.em, opacity = 0 })
  end,
}
show:add { source = rise { text = "First light", size = 60, leave = 0.4 }, duration = 3 }

-- TitleStage:placed, TitleStage:letter, TitleStage:units
local title = require "moonreel.title"
local starry = title {
  name = "starry",
  enter = function(stage)
    return function(share)
      local picture = mr.image.empty()
      for _, unit in ipairs(stage:units "character") do
        picture = stage:letter(share < 1 and "*" or unit.text, unit):opacity(share):over(picture)
      end
      return picture
    end
  end,
}
show:add { source = starry { text = "stars", size = 60 }, duration = 2 }

-- TitleStage:written
local title = require "moonreel.title"
local hot = title {
  name = "hot",
  enter = function(stage)
    local red = stage:written { fill = "#e8452c" }
    return function(share) return red:dissolve(stage.letters, share):opacity(share) end
  end,
}
show:add { source = hot { text = "hot", size = 90 }, duration = 2 }

-- TitleStage:animated
local title = require "moonreel.title"
local drop = title {
  name = "drop",
  enter = function(stage)
    return stage:animated { { from = { y = -stage.em, opacity = 0 }, duration = 0.6, spread = 0.4, ease = "out_bounce" } }
  end,
}
show:add { source = drop { text = "drop", size = 90 }, duration = 2 }

-- TitleStage:coming, TitleStage:going
local title = require "moonreel.title"
local pass = title {
  name = "pass", units = { by = "character", each = 0.6 },
  enter = function(stage, params) return stage:coming(params, { x = -stage.em, opacity = 0 }) end,
  leave = function(stage, params) return stage:going(params, { x = stage.em, opacity = 0 }) end,
}
show:add { source = pass { text = "passing by", size = 60 }, duration = 3 }

-- TitleStage:scaled, TitleStage:plated
local title = require "moonreel.title"
local pop = title {
  name = "pop",
  enter = function(stage)
    return function(share) return stage:plated(stage:scaled(stage.letters, math.max(0.01, share)), share) end
  end,
}
show:add { source = pop { text = "pop", size = 90, box = { padding = 20 } }, duration = 2 }

-- TitleStage:swept
local title = require "moonreel.title"
local marker = title {
  name = "marker",
  enter = function(stage)
    local lines = stage:units "line"
    return function(share)
      local bar = stage:swept(lines, share, 4, "#ffd166", function(line) return line.x, line.y, line.width, line.height end)
      return stage.letters:over(bar)
    end
  end,
}
show:add { source = marker { text = "marked", size = 60, fill = "black" }, duration = 2 }

-- moonreel.template, TemplateBoard:px, TemplateBoard:text, TemplateBoard:at, TemplateBoard:bar, TemplateText:coming, TemplateMoment:there
local template = require "moonreel.template"
local tag = template {
  name = "tag", options = { name = { "string", required = true } },
  build = function(board, params)
    local pad = board:px(30)
    local words = board:text(params.name, { size = 64, weight = "bold" })
    return function(moment)
      local wide = (words.width + 2 * pad) * moment:there(0, 0.6)
      local plate = board:bar(0, 0, wide, words.height + pad, board.theme.accent)
      local letters = words:coming(moment:there(0.3, 1), moment, { y = pad, opacity = 0 })
      return board:at(letters, board.left + pad, board.top + pad / 2):over(board:at(plate, board.left, board.top))
    end
  end,
}
show:add { source = tag { name = "Lantern" }, duration = 3 }

-- moonreel.chart, moonreel.chart.share, moonreel.chart.color
local chart = require "moonreel.chart"
local dots = chart {
  name = "dots", options = { data = { "list", required = true } },
  plan = function(params) return params.data end,
  draw = function(plan, params, time)
    local picture = mr.image.empty()
    for index, value in ipairs(plan) do
      local radius = math.max(0.01, 8 * value * chart.share(params, time, index))
      local dot = mr.shape { ellipse = { 100 * index - radius, 180 - radius, 2 * radius, 2 * radius }, fill = chart.color(params, index) }
      picture = dot:over(picture)
    end
    return picture
  end,
}
show:add { source = dots { data = { 2, 5, 3 }, size = size }, duration = 2 }

-- moonreel.chart.refuse
local chart = require "moonreel.chart"
local pair = chart {
  name = "pair", options = { data = { "list", required = true } },
  plan = function(params)
    if #params.data ~= 2 then chart.refuse("pair compares two numbers, not " .. #params.data) end
    return params.data
  end,
  draw = function(plan) return mr.text { text = plan[1] .. " : " .. plan[2], size = 60 } end,
}
show:add { source = pair { data = { 3, 4 }, size = size }, duration = 1 }
assert(not pcall(pair, { data = { 1 } }))

-- moonreel.sound_effect, moonreel.dsp, moonreel.dsp.gain, moonreel.dsp.tanh, moonreel.dsp.blend
local dsp, sound_effect = require "moonreel.dsp", require "moonreel.sound_effect"
local warm = sound_effect {
  name = "warm",
  options = { drive = { "moving", default = 6, min = 0, max = 40 }, mix = { "moving", default = 0.5, min = 0, max = 1 } },
  body = function(k) return dsp.blend(k.sound, dsp.tanh(k.sound * dsp.gain(k.drive)), k.mix) end,
}
show:add { source = mr.source.music { seed = 4 }, duration = 2, audio = { effects = warm { drive = 12 } } }

-- moonreel.dsp.wave
local dsp, sound_effect = require "moonreel.dsp", require "moonreel.sound_effect"
local sway = sound_effect {
  name = "sway", options = { speed = { "moving", default = 2, min = 0.1, max = 20 } },
  body = function(k) return k.sound * (0.75 + 0.25 * dsp.wave(k, k.speed)) end,
}
show:add { source = mr.source.music { seed = 4 }, duration = 2, audio = { effects = sway {} } }

-- moonreel.dsp.level, moonreel.dsp.decibels, moonreel.dsp.smoothing
local dsp, sound_effect = require "moonreel.dsp", require "moonreel.sound_effect"
local gate = sound_effect {
  name = "gate", options = { threshold = { "moving", default = -40, min = -80, max = 0 } },
  body = function(k)
    local open = dsp.level(k, k.sound, true):at_least(k.threshold, 1, 0)
    local slow = k.follow(open, dsp.smoothing(k, 0.01), dsp.smoothing(k, 0.2))
    return k.sound * dsp.gain(dsp.decibels(slow))
  end,
}
show:add { source = mr.source.music { seed = 4 }, duration = 2, audio = { effects = gate {} } }

-- moonreel.dsp.all_pass
local dsp, sound_effect = require "moonreel.dsp", require "moonreel.sound_effect"
local smear = sound_effect {
  name = "smear", options = { place = { "moving", default = 0.3, min = -0.9, max = 0.9 } },
  body = function(k) return dsp.all_pass(k, k.sound, k.place, 8) end,
}
show:add { source = mr.source.music { seed = 4 }, duration = 2, audio = { effects = smear {} } }

-- moonreel.streaks.round
local streaks = require "moonreel.streaks"
see(streaks.round(dusk, size, { 320, 180 }, 0.2, function(image, center, taps)
  return image:zoom_blur { amount = 0.2, center = center, taps = taps }
end))

-- moonreel.chart.data, moonreel.chart.data.rows, moonreel.chart.data.labels, moonreel.chart.data.values, moonreel.chart.data.number
local chart, data = require "moonreel.chart", require "moonreel.chart.data"
local lowest = chart {
  name = "lowest", options = { data = { "any", required = true }, above = { "any", default = 0 } },
  plan = function(params)
    local rows = data.rows(params.data, "lowest")
    local least = math.min(table.unpack(data.values(rows))) - data.number(params.above, "lowest", "above")
    return table.concat(data.labels(rows), ", ") .. ": " .. least
  end,
  draw = function(plan) return mr.text { text = plan, size = 40 } end,
}
show:add { source = lowest { data = { { "Mon", 4 }, { "Tue", 2 } }, size = size }, duration = 1 }

-- moonreel.chart.paper, moonreel.chart.paper:words, moonreel.chart.paper:style, moonreel.chart.paper:measure, moonreel.chart.paper.path
local chart, paper = require "moonreel.chart", require "moonreel.chart.paper"
local note = chart {
  name = "note", options = { text = { "string", required = true } },
  plan = function(params, sheet)
    local style = sheet:style(params.text)
    return { style = style, width = (sheet:measure(style)) }
  end,
  draw = function(plan, params, _, sheet)
    local line = mr.shape { path = paper.path("M", 40, 120, "L", 40 + plan.width, 120), stroke = { width = 3, color = params.color } }
    return sheet:words(plan.style, 40, 110, 0, 1):over(line)
  end,
}
show:add { source = note { text = "On paper", size = size }, duration = 1 }

-- moonreel.chart.paper:legend, moonreel.chart.data.series
local chart, data = require "moonreel.chart", require "moonreel.chart.data"
local key = chart {
  name = "key", options = { series = { "strings", default = { "Rain", "Sun" } } },
  plan = function(params) return select(2, data.series(params, "key", 2)) end,
  draw = function(names, _, _, sheet) return (sheet:legend(names.names, names.colors, 40, 40, 400)) end,
}
show:add { source = key { size = size }, duration = 1 }

-- moonreel.chart.axes, moonreel.chart.axes.new, moonreel.chart.axes:y, moonreel.chart.polyline, moonreel.chart.polyline.new
local chart, axes = require "moonreel.chart", require "moonreel.chart.axes"
local polyline = require "moonreel.chart.polyline"
local trend = chart {
  name = "trend",
  options = {
    data = { "list", required = true }, prefix = { "string", default = "" }, suffix = { "string", default = "" },
    separator = { "string", default = "," },
  },
  plan = function(params, sheet)
    local plot = axes.new(sheet, params, { low = 0, high = 10 }, { "a", "b", "c" }, false)
    return { plot = plot, line = polyline.new(params.data, plot, true) }
  end,
  draw = function(plan, params)
    local dot = { 300, plan.plot:y(params.data[2]) }
    local line = mr.shape { path = plan.line.path, stroke = { width = 4, color = chart.color(params, 1) } }
    return mr.shape { ellipse = { dot[1] - 4, dot[2] - 4, 8, 8 } }:over(line):over(plan.plot.picture)
  end,
}
show:add { source = trend { data = { 2, 8, 5 }, size = size }, duration = 1 }

-- moonreel.chart.slices, moonreel.chart.slices.path, moonreel.chart.slices.place
local slices = require "moonreel.chart.slices"
local disc = { x = 320, y = 180, radius = 140 }
local x, y = slices.place(disc, 140, 90)
assert(math.abs(x - 460) < 1e-6 and math.abs(y - 180) < 1e-6)
see(mr.shape { path = slices.path(disc, 60, 0, 120, 4), fill = "#4cc9f0" })

-- moonreel.chart.numbers, moonreel.chart.numbers.ticks, moonreel.chart.numbers.decimals, moonreel.chart.numbers.text
local numbers = require "moonreel.chart.numbers"
local places, step = numbers.ticks(0, 97, 5)
assert(places[1] == 0 and step == 20)
assert(numbers.decimals { 0.25, 0.5 } == 2)
assert(numbers.text(1250, { separator = ",", prefix = "$", suffix = "" }) == "$1,250")

-- moonreel.list, moonreel.list.of, moonreel.list.stray
local list = require "moonreel.list"
assert(list.of({ 1, 2 })[2] == 2 and list.stray { 1, name = 2 } == "name")

-- moonreel.read_only
local read_only = require "moonreel.read_only"
local fixed = read_only({ width = 3 }, "the plate")
assert(fixed.width == 3 and not pcall(function() fixed.width = 4 end))

-- moonreel.theme, moonreel.theme.of
local theme = require "moonreel.theme"
assert(theme.of({ ink = "#102030" }, "my template", 2).ink == "#102030")

-- moonreel.plugin, moonreel.plugin.kind, moonreel.plugin.rules
local plugin, fx = require "moonreel.plugin", require "moonreel.effects"
assert(plugin.kind(fx.vignette) == "effect")
assert(plugin.rules(fx.vignette).strength.kind == "number")

-- moonreel.showing, moonreel.showing.film
local showing, fx = require "moonreel.showing", require "moonreel.effects"
show:add { source = showing.film(fx.vignette, { size = size, seconds = 2, options = { strength = 1 } }), duration = 2 }

-- moonreel.showing.ends
local showing = require "moonreel.showing"
local ends = showing.ends { "number", default = 1, min = 0, max = 4 }
assert(ends[1] == 0 and ends[2] == 4)

-- moonreel.showing.options
local showing, charts = require "moonreel.showing", require "moonreel.charts"
local options = showing.options(charts.bar, { size = size }, { data = { 1, 2 } })
show:add { source = charts.bar(options), duration = 2, fit = "contain" }

-- moonreel.scene, moonreel.scene.dusk, moonreel.scene.night
local tr = require "moonreel.transitions"
show:sequence { scene.dusk, scene.night, clip_duration = 2, overlap = 1, transition = tr.iris {} }

-- moonreel.scene.hills
show:add { source = scene.balloon(1, size):over(scene.hills(size)), duration = 1 }

-- moonreel.scene.balloon
show:add { source = scene.night, duration = 2 }
show:add { source = function(time, context) return scene.balloon(time, context.size) end, duration = 2 }

-- moonreel.options, moonreel.options.check
local options = require "moonreel.options"
local given = options.check("wave", { height = 3 }, { height = { "number", min = 0 }, width = { "number", default = 8 } })
assert(given.height == 3 and given.width == 8)

-- moonreel.options.nearest, moonreel.options.hint
local options = require "moonreel.options"
assert(options.nearest("sofness", { "softness", "angle" }) == "softness")
assert(options.hint("sofness", { "softness", "angle" }):find "did you mean 'softness'")

-- moonreel.curve, moonreel.curve.smooth, moonreel.curve.smoother
local curve = require "moonreel.curve"
assert(curve.smooth(0.5) == 0.5 and curve.smoother(1) == 1)
gray(function(k) return curve.smooth(k.x / 640) end)

-- moonreel.curve.part
local curve = require "moonreel.curve"
show:add { source = dusk, duration = 2, opacity = function(time) return curve.part(time, 0.5, 1) end }

-- moonreel.curve.named
local curve = require "moonreel.curve"
local ease = curve.named("out_cubic", "my effect")
assert(ease(1) == 1)

-- moonreel.random, moonreel.random.number
local random = require "moonreel.random"
assert(random.number(7, 1, 2) == random.number(7, 1, 2))    -- the same place, the same number

-- moonreel.random.line, moonreel.random.wander
local random = require "moonreel.random"
show:add { source = dusk, duration = 2, rotation = function(time) return 2 * random.wander(3, time) + random.line(4, time) end }

-- moonreel.random.plane
local random = require "moonreel.random"
assert(math.abs(random.plane(5, 1.5, 2.5)) <= 1)

-- moonreel.noise, moonreel.noise.value
local noise = require "moonreel.noise"
gray(function(k) return noise.value(k.x / 40, k.y / 40, 3) end)

-- moonreel.noise.fractal
local noise = require "moonreel.noise"
gray(function(k) return noise.fractal(k.x / 80, k.y / 80, 3, 4) end)

-- moonreel.noise.hash, moonreel.noise.between
local noise = require "moonreel.noise"
gray(function(k)
  return noise.between(k.x / 40, k.y / 40, function(column, row) return noise.hash(column, row, 9) end)
end)

-- moonreel.noise.clouds
local noise = require "moonreel.noise"
see(noise.clouds(size, 4, { across = 1 / 80, down = 1 / 80, seed = 3 }))

-- moonreel.noise.seed, moonreel.noise.number
local noise = require "moonreel.noise"
local seed = noise.seed { size = size, seed = 2000 }
assert(seed == 6 and noise.number(seed, 1) < 1)

-- moonreel.pixels, moonreel.pixels.map, moonreel.pixels.shade
local pixels = require "moonreel.pixels"
local tone = mr.kernel { body = function(k)
  return pixels.shade(pixels.map(k.image, function(component) return component:sqrt() end), 0.8)
end }
see(tone(dusk))

-- moonreel.pixels.lit
local pixels = require "moonreel.pixels"
local lamp = mr.kernel { params = { color = "#ffd27a" }, body = function(k)
  return pixels.lit(k.image, k.color, (1 - pixels.length(k.x - 320, k.y - 180) / 300):clamp())
end }
see(lamp(night))

-- moonreel.pixels.hash, moonreel.pixels.cloud
local pixels = require "moonreel.pixels"
gray(function(k) return pixels.cloud(k.x / 30, k.y / 30):mix(pixels.hash(k.x:floor(), k.y:floor()), 0.2) end)

-- moonreel.pixels.fold
local pixels = require "moonreel.pixels"
local mirrors = mr.kernel { params = { wide = 640 }, body = function(k)
  return k.image:at(pixels.fold(k.x * 3, k.wide), k.y)
end }
see(mirrors(dusk))

-- moonreel.pixels.opaque, moonreel.pixels.solid
local pixels = require "moonreel.pixels"
local shown = mr.kernel { body = function(k) return pixels.opaque(k.image) end }
see(shown(scene.balloon(1, size)))
see(pixels.solid(scene.balloon(1, size)))

-- moonreel.pixels.length
local pixels = require "moonreel.pixels"
gray(function(k) return (pixels.length(k.x - 320, k.y - 180) / 360):clamp() end)

-- moonreel.frame, moonreel.frame.filled
local frame = require "moonreel.frame"
see(frame.filled(scene.balloon(1, size), size):blur(6))

-- moonreel.frame.point, moonreel.frame.reach
local frame = require "moonreel.frame"
local x, y = frame.point({ "50%", "50%" }, size)
assert(x == 320 and frame.reach(x, y, size) == math.sqrt(320 ^ 2 + 180 ^ 2))

-- moonreel.frame.sweep
local frame = require "moonreel.frame"
local across, down, start, length = frame.sweep(0, size)
assert(across == 1 and down == 0 and start == 0 and length == 640)

-- moonreel.frame.cells
local frame = require "moonreel.frame"
local width, height, rows = frame.cells(16, size)
assert(width == 40 and height == 40 and rows == 9)

-- moonreel.space, moonreel.space.turned
local space = require "moonreel.space"
see(space.turned(dusk, size, "left", 0.6, 0.5, 0.2))

-- moonreel.space.hinged
local space = require "moonreel.space"
see(space.hinged(dusk, { 320, 0, 320, 360 }, size, 320, 0.5):over(night))

-- moonreel.soft, moonreel.soft.factor, moonreel.soft.drawn
local soft = require "moonreel.soft"
local factor = soft.factor(24)
see(soft.drawn(dusk, factor, function(small, scale) return small:blur(24 * scale) end))

-- moonreel.soft.enlarged
local soft = require "moonreel.soft"
see(soft.enlarged(dusk:scale(0.25, 0.25, { 0, 0 }), size, 4))

-- moonreel.streaks, moonreel.streaks.line, moonreel.streaks.scale
local streaks = require "moonreel.streaks"
assert(streaks.scale(200, 0) <= 1)
see(streaks.line(dusk, size, 200, 0))

-- moonreel.freeze, moonreel.reverse, moonreel.echo, moonreel.frame_blend
local freeze, reverse = require "moonreel.freeze", require "moonreel.reverse"
local echo, blend = require "moonreel.echo", require "moonreel.frame_blend"
local timeline = mr.timeline { fps = 30 }
local track = timeline:add_track "video"
track:insert(mr.source.test_card { size = size, fps = 30 }, { 0, 4 })
local function at(from, draw) return { range = { from, from + 1 }, compositor = draw, sources = { track } } end
show = mr.export { timeline, video = mr.video_composition { size = size, fps = 30, instructions = {
  at(0, function(request) return freeze(request, track, 0.5) end),
  at(1, function(request) return reverse(request, track) end),
  at(2, function(request) return echo(request, track, { count = 2 }) end),
  at(3, function(request) return blend(request, track, { fps = 7.5 }) end),
} } }

-- moonreel.loop
local loop = require "moonreel.loop"
show:add { source = loop(mr.source.lights { size = size, duration = 2 }, { times = 3, cross_fade = 0.5 }) }

-- moonreel.tighten
local tighten = require "moonreel.tighten"
show:add { source = tighten("talk.mp4", { pad = 0.2 }) }

-- moonreel.stabilize
local stabilize = require "moonreel.stabilize"
show:add { source = stabilize("a.mp4", { smoothing = 0.5, range = { 0, 1 } }), fit = "cover" }

-- moonreel.test, moonreel.test.describe, moonreel.test.it, moonreel.test.before_each, moonreel.test.expect
local test = require "moonreel.test"
test.describe("a fade", function()
  local share
  test.before_each(function() share = 0.25 end)
  test.it("is a number below 1", function() test.expect(share < 1):to_be(true) end)
end)

-- Expectation:to_be, Expectation:to_equal, Expectation:to_be_near, Expectation:to_match, Expectation:to_fail
local expect = require("moonreel.test").expect
expect(1 + 1):to_be(2)
expect({ 1, { 2 } }):to_equal { 1, { 2 } }
expect(math.pi).never:to_be_near(3.1, 0.01)
expect("glow.lua:3"):to_match "%d+$"
expect(function() error "no such option" end):to_fail "option"

-- moonreel.tones, moonreel.tones.place, moonreel.tones.color, moonreel.tones.direction, moonreel.tones.near
local tones = require "moonreel.tones"
local across, down = tones.direction "orange"
local balloon = mr.kernel { body = function(k)       -- what is orange keeps its colour
  local color = k.image:straight()
  local x, y = tones.place(color)
  local share = tones.near(x, y, across, down, 0.95, 0.8)
  return tones.color(x * share, y * share, color.luma)
end }
see(balloon(dusk))

-- moonreel.tones.ranges
local tones = require "moonreel.tones"
gray(function(k)
  local shadows, middle, lights = tones.ranges(k.x / 640)
  return shadows * 0.2 + middle * 0.5 + lights
end)

-- moonreel.measure, moonreel.measure.mean
local measure = require "moonreel.measure"
see(measure.mean(dusk, size))

-- moonreel.guided, moonreel.guided.smoothed
local guided = require "moonreel.guided"
see(guided.smoothed(dusk, size, 8, 0.1))

-- moonreel.guided.factor, moonreel.guided.parts
local guided = require "moonreel.guided"
local factor = guided.factor(16) -- 4: all but the last step needs a sixteenth of the pixels
local small = dusk:clamp_to_edges():transform(mr.transform.scale(1 / factor), "bilinear")
local keep, rest = guided.parts(small, { size[1] / factor, size[2] / factor }, 16 / factor, 0.1)
see(keep:over(rest))

-- moonreel.brush, moonreel.brush.painted
local brush = require "moonreel.brush"
see(brush.painted(dusk, size, 6))

-- moonreel.keying, moonreel.keying.cut
local keying = require "moonreel.keying"
local matte = mr.image.mask { ellipse = { 180, 60, 200, 200 } }
see(keying.cut(dusk, matte, { shrink = 0, feather = 0.01, show = "result" }, size):over(night))

return show
