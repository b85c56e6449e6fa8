// SPDX-License-Identifier: MIT
// Bad: the loop never ends.
// Mesa: accepts

vec4 transition(vec2 uv) {
  float t = 0.0;
  for (;;) t += 0.1 * progress; // here
  return mix(getFromColor(uv), getToColor(uv), t);
}
