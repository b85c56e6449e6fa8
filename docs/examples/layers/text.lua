-- SPDX-License-Identifier: MIT
-- A motto whose letters appear one by one over a clip, and a title that drifts in and fades: VideoLab's demo of text.
local mr = require "moonreel"
local ease = require "moonreel.ease"

local show = mr.composition { size = { 1280, 720 }, fps = 30, duration = 6 }
show:add {
  source = mr.source.lights { size = { 1280, 720 }, palette = "aurora" }, duration = 6,
  effects = { function(image) return image:brightness(-0.08) end },
}

-- Each letter grows out of nothing, an eighth of a second after the one before it.
show:add {
  source = mr.source.text {
    text = "Think Big, Start Small, Learn Fast.", size = 56, weight = "bold",
    shadow = { offset = { 0, 3 }, blur = 4 },
    animators = {
      { from = { opacity = 0, scale = 0 }, duration = 0.125, stagger = 0.125 },
      { to = { opacity = 0, blur = 12 }, by = "word", order = "random", delay = 5, duration = 0.5, stagger = 0.08 },
    },
  },
  position = { "50%", "70%" }, duration = 6,
}

show:add {
  source = mr.text {
    text = "MOTTO", font = "DejaVu Serif", size = 110, letter_spacing = 18,
    fill = { stops = { "#ffffff", "#9bf6ff" } },
    glow = { color = "#4f9dff", blur = 14 },
  },
  duration = 6,
  opacity = { { 0, 0 }, { 1, 1, ease.out_quad }, { 5, 1 }, { 6, 0, ease.in_quad } },
  position = { { 0, { "50%", "44%" } }, { 6, { "50%", "38%" }, ease.out_cubic } },
  scale = { { 0, 0.9 }, { 6, 1.05, ease.out_sine } },
}

-- A line that is drawn under it.
show:add {
  source = function(time)
    return mr.shape {
      line = { { 420, 360 }, { 860, 360 } }, stroke = { width = 4, color = "#9bf6ff", cap = "round" },
      trim = { 0, math.min(1, time / 1.5) },
    }
  end,
  duration = 6, opacity = { { 5, 1 }, { 6, 0 } },
}
return show
