// SPDX-License-Identifier: MIT
// A heart opens: half a square on its tip and half a circle, mirrored.
// Covers: abs, sign of a difference, pow, early return at once, mat2 constant built from numbers
// Ends: exact

uniform vec2 middle; // = vec2(0.5, 0.45)

const mat2 upright = mat2(0.70710678, -0.70710678, 0.70710678, 0.70710678);

float heart(vec2 p) {
  vec2 q = upright * vec2(abs(p.x), p.y + 0.75);
  float square = max(abs(q.x - 0.5), abs(q.y - 0.5)) - 0.5;
  float circle = length(q - vec2(1.0, 0.5)) - 0.5;
  return min(square, circle);
}

vec4 transition(vec2 uv) {
  float size = pow(progress, 1.5) * 3.0;
  if (size == 0.0) return getFromColor(uv);
  float off = heart((uv - middle) * vec2(ratio, 1.0) / size);
  float seen = max(step(1.0, progress), 0.5 - 0.5 * sign(off));
  return mix(getFromColor(uv), getToColor(uv), seen);
}
