// SPDX-License-Identifier: MIT
// Bad: '*' cannot stand here; GLSL has no pointers.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float *t = &progress; // here
  return mix(getFromColor(uv), getToColor(uv), *t);
}
