// SPDX-License-Identifier: MIT
// Bad: 'rr' names a component twice and cannot be assigned.
// Mesa: refuses

vec4 transition(vec2 uv) {
  vec4 color = getFromColor(uv);
  color.rr = uv; // here
  return mix(color, getToColor(uv), progress);
}
