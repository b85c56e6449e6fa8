// SPDX-License-Identifier: MIT
// Mirrors fold the pictures together, once around, and unfold them again.
// Covers: a helper named mainImage, a constant of constants as a step, a loop that counts by a constant of floats, a sign after a product, overload
// Ends: exact

uniform float facets; // = 3
uniform float reach; // = 0.35

const float turn = 360.0 / 180.0 * 3.14159265;
const float step120 = turn / 3.0;

vec2 folded(vec2 p, float angle) {
  vec2 side = vec2(cos(angle), sin(angle));
  return p - 2.0 * side * max(0.0, dot(p, side) - reach);
}

vec4 mainImage(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float strength = 4.0 * progress * (1.0 - progress);
  vec2 q = p * (1.0 + facets*+strength);
  for (float angle = 0.0; angle < turn - 0.1; angle += step120) q = folded(q, angle + progress);
  p = mix(p, q, strength);
  vec2 at = p / vec2(ratio, 1.0) + 0.5;
  return mix(getFromColor(at), getToColor(at), smoothstep(0.25, 0.75, progress));
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  return progress >= 1.0 ? getToColor(uv) : mainImage(uv);
}
