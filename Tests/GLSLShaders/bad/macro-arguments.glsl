// SPDX-License-Identifier: MIT
// Bad: the macro 'BLEND' takes three arguments, and two are given.
// Mesa: refuses

#define BLEND(a, b, t) mix(a, b, t)

vec4 transition(vec2 uv) {
  return BLEND(getFromColor(uv), getToColor(uv)); // here
}
