-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/shaders.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 640, 360 }, fps = 30 }

-- mr.glsl
local iris = mr.glsl "iris.glsl"              -- vec4 transition(vec2 uv) { … }
show:sequence {
  mr.source.lights { palette = "dusk" }, mr.source.lights { palette = "lagoon" },
  clip_duration = 3, overlap = 1, transition = iris {},
}

return show
