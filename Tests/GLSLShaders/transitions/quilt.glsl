// SPDX-License-Identifier: MIT
// Each patch of a quilt shows the mean of its pixels before it changes over.
// Covers: for with a float counter, nested loops, 32 fetches, += on vectors, mod of ints by arithmetic
// Ends: exact

uniform float patches; // = 12.0

vec4 mean_of(vec2 corner, float side, bool second) {
  vec4 sum = vec4(0.0);
  for (float y = 0.125; y < 1.0; y += 0.25) {
    for (float x = 0.125; x < 1.0; x += 0.25) {
      vec2 p = corner + vec2(x, y) * side;
      sum += second ? getToColor(p) : getFromColor(p);
    }
  }
  return sum / 16.0;
}

vec4 transition(vec2 uv) {
  float side = 1.0 / patches;
  vec2 cell = floor(uv * patches);
  float n = cell.x + cell.y * patches;
  float late = fract(n * 0.61803398875);
  float t = clamp(progress * 2.0 - late, 0.0, 1.0);
  float flat_ = 1.0 - abs(2.0 * t - 1.0);
  vec4 own = t < 0.5 ? getFromColor(uv) : getToColor(uv);
  vec4 patch_ = mean_of(cell * side, side, t >= 0.5);
  return mix(own, patch_, flat_);
}
