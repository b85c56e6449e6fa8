// SPDX-License-Identifier: MIT
// One drop falls, its rim bends the first picture, and behind it lies the second.
// Covers: vector divided by its length, early return for most pixels, dependent read, uniform in every expression
// Ends: exact

uniform float width; // = 0.12
uniform float bend; // = 0.25

vec4 transition(vec2 uv) {
  vec2 square = vec2(ratio, 1.0);
  vec2 out_of = (uv - 0.5) * square;
  float far = length(out_of);
  float rim = progress * (0.5 * length(square) + width);
  if (far > rim) return getFromColor(uv);
  if (far < rim - width) return getToColor(uv);
  float across = (rim - far) / width;
  vec2 p = uv - out_of / max(far, 1e-4) / square * bend * sin(across * 3.14159265) * width;
  return mix(getFromColor(p), getToColor(p), smoothstep(0.6, 1.0, across));
}
