// SPDX-License-Identifier: MIT
// Bad: the index 4 is outside of an array of 4.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float steps[4];
  steps[4] = progress; // here
  return mix(getFromColor(uv), getToColor(uv), steps[0]);
}
