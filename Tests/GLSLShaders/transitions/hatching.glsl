// SPDX-License-Identifier: MIT
// The second picture is hatched in stroke by stroke.
// Covers: sine hash of two, float loop of strokes, max of a function, min, distance to a line
// Ends: exact
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

uniform float strokes; // = 40.0

float chance(float n) { return fract(sin(n * 17.31) * 43758.5453); }

float inked(vec2 uv, float slope, float t) {
  float across = (uv.x * ratio + uv.y * slope) * strokes;
  float n = floor(across);
  float here = abs(fract(across) - 0.5);
  float along = uv.y * 0.5 + uv.x * 0.5;
  float drawn = step(along, t * 2.2 - chance(n + slope) * 1.1);
  return drawn * step(here, 0.15 + 0.4 * t);
}

vec4 transition(vec2 uv) {
  float ink = 0.0;
  for (float slope = -1.0; slope <= 1.0; slope += 0.5) ink = max(ink, inked(uv, slope, progress));
  ink = max(ink, step(1.0, progress)) * step(1e-6, progress);
  return mix(getFromColor(uv), getToColor(uv), ink);
}
