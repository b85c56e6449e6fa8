// SPDX-License-Identifier: MIT
// Bad: the loops go round 10^15 times, which is beyond the limit of rounds.
// Mesa: accepts

vec4 transition(vec2 uv) {
  float t = progress;
  for (int i = 0; i < 100000; i++) // here
    for (int j = 0; j < 100000; j++)
      for (int k = 0; k < 100000; k++) t = fract(t * 1.1 + uv.x);
  return mix(getFromColor(uv), getToColor(uv), t);
}
