// SPDX-License-Identifier: MIT
// Bad: a vec3 cannot be assigned to a vec4.
// Mesa: refuses

vec4 transition(vec2 uv) {
  vec4 color = getFromColor(uv).rgb; // here
  return mix(color, getToColor(uv), progress);
}
