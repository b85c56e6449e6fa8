// SPDX-License-Identifier: MIT
// Grains of the first picture are blown away in no order.
// Covers: sine hash, step, lowest bits of sin matter, macro constant used twice, loads at uv only
// Ends: exact
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

#define SPREAD vec2(14.1421, 61.803)

float grain(vec2 p) {
  return fract(sin(dot(p, SPREAD)) * 43758.5453);
}

vec4 transition(vec2 uv) {
  float g = grain(floor(uv * vec2(400.0, 225.0)));
  return mix(getFromColor(uv), getToColor(uv), step(g, progress * 1.0001 - 0.00005));
}
