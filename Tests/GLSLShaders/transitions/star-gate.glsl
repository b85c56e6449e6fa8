// SPDX-License-Identifier: MIT
// A star with any number of points opens and turns.
// Covers: #define inside a body, #define with an expression without brackets, #undef, cos, floor, atan of two
// Ends: exact

#define TURN 6.283185307179586

uniform int points; // = 5
uniform float depth; // = 0.45 how far the star is cut in

float star(vec2 p, float turn) {
#define SECTOR float(points) / TURN
  float a = atan(p.y, p.x) + turn;
  float inside = abs(a * SECTOR - floor(a * SECTOR) - 0.5) * 2.0;
#undef SECTOR
#define SECTOR 1.0
  return length(p) * (SECTOR + depth * (cos(inside * 3.14159265) * 0.5 + 0.5));
}

vec4 transition(vec2 uv) {
  float most = length(vec2(ratio, 1.0)) * 0.5 * (1.0 + depth);
  float off = star((uv - 0.5) * vec2(ratio, 1.0), progress * 2.0) - progress * most;
  return off < 0.0 || progress >= 1.0 ? getToColor(uv) : getFromColor(uv);
}
