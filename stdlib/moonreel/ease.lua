-- SPDX-License-Identifier: MIT
-- ease: easings by name, `ease.in_out_sine`, and makers of others, `ease.spring { damping = 5 }`.

local mr = require "moonreel"
local library = require "moonreel.library"

local families = { "quad", "cubic", "quart", "quint", "sine", "circ", "expo", "elastic", "back", "bounce" }
local ease = { bezier = mr.easing.bezier, steps = mr.easing.steps, spring = mr.easing.spring }
local names = { "bezier", "steps", "spring", "linear", "hold" }

ease.linear, ease.hold = mr.easing.named "linear", mr.easing.named "hold"
for _, family in ipairs(families) do
  for _, direction in ipairs { "in", "out", "in_out", "out_in" } do
    local name = direction .. "_" .. family
    ease[name], names[#names + 1] = mr.easing.named(name), name
  end
end

return setmetatable(ease, {
  __index = library.unknown("there is no easing", names), __library = "ease", __what = "the library of easings",
})
