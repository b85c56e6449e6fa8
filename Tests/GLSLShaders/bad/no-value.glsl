// SPDX-License-Identifier: MIT
// Bad: 'shaded' returns nothing, so it cannot be used as a value.
// Mesa: refuses

void shaded(vec4 color) { color *= 0.5; }

vec4 transition(vec2 uv) {
  return shaded(mix(getFromColor(uv), getToColor(uv), progress)); // here
}
