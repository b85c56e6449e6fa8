// SPDX-License-Identifier: MIT
// Bad: there is no variable 'progess' (did you mean 'progress'?).
// Mesa: refuses

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progess); // here
}
