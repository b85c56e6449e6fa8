// SPDX-License-Identifier: MIT
// Bad: there is no function 'T': a macro is not replaced inside of itself.
// Mesa: refuses

#define T(x) (T(x) + 1.0)

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), T(progress)); // here
}
