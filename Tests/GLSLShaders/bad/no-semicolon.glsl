// SPDX-License-Identifier: MIT
// Bad: a ';' is missing behind 'progress'; the next line is where it is noticed.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float t = progress
  return mix(getFromColor(uv), getToColor(uv), t); // here
}
