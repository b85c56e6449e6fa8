// SPDX-License-Identifier: MIT
// Both pictures go out of focus and back; every pixel takes a hundred reads.
// Covers: 100 fetches, nested for, array of weights, const int bounds, int counters in float expressions
// Ends: exact within rounding

const int REACH = 5;
uniform float radius; // = 0.02

vec4 transition(vec2 uv) {
  float blur = radius * sin(3.14159265 * progress);
  vec4 a = vec4(0.0);
  vec4 b = vec4(0.0);
  float whole = 0.0;
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < REACH; ++x) {
      vec2 off = vec2(float(x) / float(REACH - 1) - 0.5, float(y) / 9.0 - 0.5) * 2.0;
      float weight = 1.0 - 0.5 * dot(off, off) * 0.9;
      a += weight * getFromColor(uv + off * blur);
      b += weight * getToColor(uv + off * blur);
      whole += weight;
    }
  }
  return mix(a / whole, b / whole, smoothstep(0.3, 0.7, progress));
}
