// SPDX-License-Identifier: MIT
// Bad: a pixel reads its pictures more often than the limit allows.
// Mesa: accepts

vec4 transition(vec2 uv) {
  vec4 sum = vec4(0.0);
  for (int y = 0; y < 1000; y++) // here
    for (int x = 0; x < 1000; x++) sum += getFromColor(uv + vec2(x, y) * 0.001);
  return mix(sum * 1e-6, getToColor(uv), progress);
}
