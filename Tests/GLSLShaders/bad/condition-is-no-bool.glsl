// SPDX-License-Identifier: MIT
// Bad: the condition of 'if' is a bool, not a float.
// Mesa: refuses

vec4 transition(vec2 uv) {
  if (progress) return getToColor(uv); // here
  return getFromColor(uv);
}
