// SPDX-License-Identifier: MIT
// Bad: an array has a positive number of entries, not -1.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float few[2 - 3]; // here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
