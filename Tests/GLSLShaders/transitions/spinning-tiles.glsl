// SPDX-License-Identifier: MIT
// Tiles of the first picture spin and fall away one after the other.
// Covers: function that returns a matrix, mat2 times vec2, hash without sin, inBounds by step products, sign
// Ends: exact

uniform float tiles; // = 7.0

float order_of(vec2 cell) {
  vec2 p = fract(cell * vec2(0.6137, 0.4421) + cell.yx * 0.2311);
  return fract((p.x + 2.1) * (p.y + 1.3) * 23.7);
}

mat2 spin(float a) { return mat2(cos(a), sin(a), -sin(a), cos(a)); }

float in_unit(vec2 p) {
  vec2 s = step(vec2(0.0), p) - step(vec2(1.0), p);
  return s.x * s.y;
}

vec4 transition(vec2 uv) {
  vec2 grid = vec2(floor(tiles * ratio), tiles);
  vec4 color = getToColor(uv);
  vec2 cell = floor(uv * grid);
  float t = clamp(progress * 1.8 - 0.8 * order_of(cell), 0.0, 1.0);
  vec2 inside = fract(uv * grid) - 0.5;
  float left = 1.0 - t * t;
  if (t == 0.0) return getFromColor(uv);
  if (left <= 0.0) return color;
  vec2 p = spin(t * 5.0 * sign(order_of(cell.yx) - 0.5)) * inside / left + 0.5;
  float on = in_unit(p);
  return mix(color, getFromColor((cell + p) / grid), on);
}
