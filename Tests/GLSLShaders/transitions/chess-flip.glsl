// SPDX-License-Identifier: MIT
// Squares of a chessboard turn over, the black ones after the white ones.
// Covers: mod of a sum, bvec from equal, not, float of a bool, assignment in nested if
// Ends: exact

uniform vec2 squares; // = vec2(8, 5)

vec4 transition(vec2 uv) {
  vec2 cell = floor(uv * squares);
  vec2 inside = fract(uv * squares) - 0.5;
  bool white = mod(cell.x + cell.y, 2.0) == 0.0;
  float t = clamp(progress * 2.0 - float(!white), 0.0, 1.0);
  float width = abs(cos(t * 3.14159265));
  vec2 p = vec2(inside.x / max(width, 1e-3), inside.y);
  bvec2 outside = not(lessThan(abs(p), vec2(0.5)));
  if (t > 0.0) {
    if (t < 1.0) {
      if (any(outside)) return vec4(vec3(0.08), 1.0);
    }
  }
  vec2 at = (cell + 0.5 + p) / squares;
  if (any(equal(vec2(t), vec2(0.0, 1.0)))) at = uv;
  return t < 0.5 ? getFromColor(at) : getToColor(at);
}
