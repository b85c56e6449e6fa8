// SPDX-License-Identifier: MIT
// Clouds of value noise decide where the second picture shows first.
// Covers: overload, floor, fract, mix, function calls in functions, for with constant bounds, variable named like a function
// Ends: exact

uniform float size; // = 6.0
uniform float softness; // = 0.2

float noise(float n) { return fract(sin(n) * 9631.37); }

float noise(vec2 p) {
  vec2 cell = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  float n = cell.x + cell.y * 57.0;
  return mix(mix(noise(n), noise(n + 1.0), f.x), mix(noise(n + 57.0), noise(n + 58.0), f.x), f.y);
}

float noise(vec2 p, int octaves) {
  float sum = 0.0, part = 0.5, whole = 0.0;
  for (int i = 0; i < 8; i++) {
    if (i >= octaves) break;
    sum += part * noise(p);
    whole += part;
    p *= 2.03;
    part *= 0.5;
  }
  return sum / whole;
}

vec4 transition(vec2 uv) {
  float noise = noise(uv * size, 4);
  float edge = progress * (1.0 + softness);
  float seen = 1.0 - smoothstep(edge - softness, edge, noise);
  if (progress >= 1.0) seen = 1.0;
  return mix(getFromColor(uv), getToColor(uv), seen);
}
