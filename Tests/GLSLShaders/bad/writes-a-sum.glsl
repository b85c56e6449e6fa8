// SPDX-License-Identifier: MIT
// Bad: the argument for 'inout' must be a variable, not an expression.
// Mesa: refuses

void halve(inout float x) { x *= 0.5; }

vec4 transition(vec2 uv) {
  halve(progress + 1.0); // here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
