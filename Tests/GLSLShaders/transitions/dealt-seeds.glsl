// SPDX-License-Identifier: MIT
// Every pixel deals itself numbers from a seed that it carries along.
// Covers: mutable global, function with a side effect, order of evaluation across statements, initialised and written global
// Ends: exact

float seed = 1.0;

float deal() {
  seed = fract(seed * 16.807 + 0.137);
  return seed;
}

vec4 transition(vec2 uv) {
  vec2 cell = floor(uv * vec2(32.0, 18.0));
  seed = fract(cell.x * 0.6180 + cell.y * 0.7548);
  float first = deal();
  float second = deal();
  float third = deal();
  float late = (first + second + third) / 3.0;
  float t = smoothstep(late * 0.6, late * 0.6 + 0.4, progress);
  vec4 tint = vec4(deal(), deal() * 0.5, 0.2, 1.0);
  return mix(mix(getFromColor(uv), tint, t * (1.0 - t) * 2.0), getToColor(uv), t);
}
