// SPDX-License-Identifier: MIT
// Cells of a honeycomb shrink away, those near the middle first.
// Covers: struct result, user function named like a built-in of GLSL ES 3.00 (round), sqrt in a const, max of several, float equality
// Ends: exact

uniform float cells; // = 14.0

struct Cell {
  vec2 middle;
  float border;
};

const float tall = 0.8660254;

vec2 round(vec2 p) { return floor(p + 0.5); }

Cell cell_at(vec2 p) {
  vec2 size = vec2(1.0, 2.0 * tall);
  vec2 a = round(p / size) * size;
  vec2 b = (floor(p / size) + 0.5) * size;
  vec2 to_a = p - a;
  vec2 to_b = p - b;
  vec2 off = dot(to_a, to_a) < dot(to_b, to_b) ? to_a : to_b;
  vec2 q = abs(off);
  Cell cell;
  cell.middle = p - off;
  cell.border = 0.5 - max(q.x, q.x * 0.5 + q.y * tall);
  return cell;
}

vec4 transition(vec2 uv) {
  if (progress == 0.0) return getFromColor(uv);
  if (progress == 1.0) return getToColor(uv);
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0) * cells;
  Cell cell = cell_at(p);
  float late = length(cell.middle) / (cells * 0.5 * sqrt(1.0 + ratio * ratio));
  float gone = clamp(progress * 2.0 - late, 0.0, 1.0) * 0.55;
  return cell.border > gone ? getFromColor(uv) : getToColor(uv);
}
