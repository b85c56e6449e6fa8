// SPDX-License-Identifier: MIT
// Bad: the extension 'GL_OES_time_travel' is required, and Moonreel has none of that name.
// Mesa: refuses

#extension GL_OES_time_travel : require // here

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
