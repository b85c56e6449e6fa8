// SPDX-License-Identifier: MIT
// Bad: 'transition' returns a vec4, not a vec3.
// Mesa: refuses

vec3 transition(vec2 uv) { // here
  return mix(getFromColor(uv), getToColor(uv), progress).rgb;
}
