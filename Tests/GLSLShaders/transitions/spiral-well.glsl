// SPDX-License-Identifier: MIT
// The picture falls into itself along a spiral until the second one covers it.
// Covers: log, exp, atan of two, logarithmic polar coordinates, discontinuity along a line, mod of negatives
// Ends: exact

uniform float arms; // = 2.0

const float TAU = 6.28318530718;

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float t = 1.0 - abs(2.0 * progress - 1.0);
  if (t <= 0.0) return progress < 0.5 ? getFromColor(uv) : getToColor(uv);
  float far = log(length(p) + 1e-4);
  float angle = atan(p.y, p.x);
  float shift = mod(far + arms * angle / TAU * 0.4 - 2.0 * progress, 1.0) * t;
  float r = exp(mix(far, -1.8 + shift, t));
  float a = angle + t * shift * 2.0;
  vec2 q = vec2(cos(a), sin(a)) * r / vec2(ratio, 1.0) + 0.5;
  return mix(getFromColor(q), getToColor(q), smoothstep(0.4, 0.6, progress));
}
