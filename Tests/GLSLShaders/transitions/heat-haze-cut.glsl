// SPDX-License-Identifier: MIT
// A haze that never quite settles, then a hard cut.
// Covers: breaks the law at 0, gradient noise, dot of gradients, mat2 constant, for with !=, loop that counts down
// Ends: not at 0

const mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);

vec2 slope(vec2 cell) {
  float a = fract(sin(dot(cell, vec2(37.1, 17.3))) * 4375.85) * 6.2831853;
  return vec2(cos(a), sin(a));
}

float haze(vec2 p) {
  vec2 i = floor(p), f = fract(p), s = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float a = dot(slope(i), f), b = dot(slope(i + vec2(1, 0)), f - vec2(1, 0));
  float c = dot(slope(i + vec2(0, 1)), f - vec2(0, 1)), d = dot(slope(i + vec2(1)), f - vec2(1));
  return mix(mix(a, b, s.x), mix(c, d, s.x), s.y);
}

vec4 transition(vec2 uv) {
  vec2 p = uv * 5.0;
  float sum = 0.0;
  for (int i = 4; i != 0; --i) {
    sum += haze(p + progress * 3.0) * float(i) * 0.25;
    p = turn * p * 1.9;
  }
  vec2 at = uv + sum * 0.02 * (1.0 - progress);
  return progress < 0.8 ? getFromColor(at) : getToColor(uv);
}
