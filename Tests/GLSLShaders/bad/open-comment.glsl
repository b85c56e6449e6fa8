// SPDX-License-Identifier: MIT
// Bad: the comment that begins in this line is never closed.
// Mesa: refuses

vec4 transition(vec2 uv) {
  /* here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
