// SPDX-License-Identifier: MIT
// Slats turn, upright or level, and dim while they turn.
// Covers: bool uniform with default 1, ternary with vectors, fract, floor, int uniform, conversion of int, mediump, #ifdef GL_ES
// Ends: exact

#ifdef GL_ES
precision mediump float;
#endif

uniform int slats; // = 12
uniform bool upright; // = 1

vec4 transition(vec2 uv) {
  float n = float(slats);
  vec2 p = upright ? uv : uv.yx;
  float inside = fract(p.x * n), slat = floor(p.x * n);
  float turn = clamp(progress * 1.5 - 0.5 * slat / n, 0.0, 1.0);
  float width = abs(1.0 - 2.0 * turn);
  float x = (inside - 0.5) / max(width, 0.001) + 0.5;
  if (x < 0.0 || x >= 1.0) return vec4(0.0, 0.0, 0.0, 1.0);
  vec2 q = vec2((slat + x) / n, p.y);
  q = upright ? q : q.yx;
  vec4 color = turn < 0.5 ? getFromColor(q) : getToColor(q);
  return vec4(color.rgb * mix(0.4, 1.0, width), color.a);
}
