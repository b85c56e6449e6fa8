// SPDX-License-Identifier: MIT
// Halves slide apart; the ends are a pixel short of whole.
// Covers: breaks the law at 1 by a margin, comparison with > where >= was meant, nested functions, dot with a swizzle
// Ends: not at 1

uniform float margin; // = 0.02

vec2 apart(vec2 p, float way) { return p + vec2(way, 0.0) * sign(p.x - 0.5); }

vec4 transition(vec2 uv) {
  float way = progress * (0.5 - margin);
  vec2 q = apart(uv, -way);
  bool inside = uv.x < 0.5 ? q.x > 0.5 : q.x < 0.5;
  if (inside) return getToColor(uv);
  return getFromColor(q);
}
