// SPDX-License-Identifier: MIT
// Bad: 'double' is a reserved word.
// Mesa: refuses

vec4 transition(vec2 uv) {
  double t = progress; // here
  return mix(getFromColor(uv), getToColor(uv), float(t));
}
