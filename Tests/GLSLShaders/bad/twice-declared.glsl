// SPDX-License-Identifier: MIT
// Bad: 't' is declared twice.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float t = progress;
  vec2 t = uv; // here
  return mix(getFromColor(uv), getToColor(uv), t.x);
}
