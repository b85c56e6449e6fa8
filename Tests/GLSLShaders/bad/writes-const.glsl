// SPDX-License-Identifier: MIT
// Bad: 'half_way' is const and cannot be assigned.
// Mesa: refuses

const float half_way = 0.5;

vec4 transition(vec2 uv) {
  half_way += progress; // here
  return mix(getFromColor(uv), getToColor(uv), half_way);
}
