// SPDX-License-Identifier: MIT
// Bad: the '{' of 'transition' is never closed.
// Mesa: refuses

vec4 transition(vec2 uv) { // here
  if (progress > 0.5) {
    return getToColor(uv);
  return getFromColor(uv);
}
