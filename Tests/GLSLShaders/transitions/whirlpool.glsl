// SPDX-License-Identifier: MIT
// A whirlpool carries both pictures round, faster near its eye, and stands still at both ends.
// Covers: mat2 from a function, matrix times vector, vector times matrix, distance, cos and sin of one angle, sampling with rotation
// Ends: exact

uniform float turns; // = 1.5
uniform vec2 eye; // = vec2(0.55, 0.5)

mat2 carried(float far) {
  float angle = turns * 6.2831853 * exp(-far * 5.0) * sin(progress * 3.14159265);
  return mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
}

vec4 transition(vec2 uv) {
  if (progress == 0.0) return getFromColor(uv);
  if (progress == 1.0) return getToColor(uv);
  mat2 m = carried(distance(uv, eye));
  vec2 inward = eye + m * (uv - eye);
  vec2 outward = eye + (uv - eye) * m;
  return mix(getFromColor(inward), getToColor(outward), smoothstep(0.3, 0.7, progress));
}
