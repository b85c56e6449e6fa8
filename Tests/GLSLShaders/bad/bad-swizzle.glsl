// SPDX-License-Identifier: MIT
// Bad: a vec2 has no component 'z'.
// Mesa: refuses

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), uv.z); // here
}
