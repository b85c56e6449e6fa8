// SPDX-License-Identifier: MIT
// Bad: 'progress' is a uniform and cannot be assigned.
// Mesa: refuses

vec4 transition(vec2 uv) {
  progress = 0.5; // here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
