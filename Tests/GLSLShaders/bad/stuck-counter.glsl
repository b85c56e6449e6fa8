// SPDX-License-Identifier: MIT
// Bad: the counter never changes, since float32 has no number between; the limit of rounds ends it.
// Mesa: accepts

vec4 transition(vec2 uv) {
  float t = 0.0;
  float i = 16777216.0;
  while (i < 16777300.0) { // here
    i += 0.5;
    t += progress;
  }
  return mix(getFromColor(uv), getToColor(uv), t);
}
