// SPDX-License-Identifier: MIT
// Bad: no 'mix' takes a vec4, a vec3 and a float.
// Mesa: refuses

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv).rgb, progress); // here
}
