// SPDX-License-Identifier: MIT
#version 450 core // here
// Bad: the version 450 is not GLSL ES; 100 and 300 es are read.
// Mesa: either (the oracle writes its own version)

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
