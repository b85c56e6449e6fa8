// SPDX-License-Identifier: MIT
// Bad: 'break' stands outside of a loop and of 'switch'.
// Mesa: refuses

vec4 transition(vec2 uv) {
  if (progress > 0.5) break; // here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
