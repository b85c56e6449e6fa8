// SPDX-License-Identifier: MIT
// A fade that adds light, as two projectors do, not code values.
// Covers: pow of vectors, max, #define, loads at uv only, int default for a float
// Ends: exact within rounding

#define GAMMA 2.2

uniform float strength; // = 1

vec3 light(vec3 code) {
  return pow(max(code, vec3(0.0)), vec3(GAMMA));
}

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  vec3 sum = light(a.rgb) * (1.0 - progress) + light(b.rgb) * progress;
  vec3 lit = pow(sum, vec3(1.0 / GAMMA));
  vec4 plain = mix(a, b, progress);
  return vec4(mix(plain.rgb, lit, strength), plain.a);
}
