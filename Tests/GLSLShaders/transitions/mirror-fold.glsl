// SPDX-License-Identifier: MIT
// Mirrors stand in a ring and turn; between them both pictures are folded together.
// Covers: for with an int bound from a uniform, abs, reflection by dot, dependent reads after a loop, atan of two
// Ends: exact

uniform int mirrors; // = 4
uniform float spin; // = 0.8

vec2 folded(vec2 p, float turn) {
  for (int i = 0; i < 12; i++) {
    if (i == mirrors) break;
    float a = turn + 3.14159265 * float(i) / float(mirrors);
    vec2 plane = vec2(cos(a), sin(a));
    p -= 2.0 * min(dot(p, plane), 0.0) * plane;
  }
  return p;
}

vec4 transition(vec2 uv) {
  float open = abs(1.0 - 2.0 * progress);
  if (open >= 1.0) return progress < 0.5 ? getFromColor(uv) : getToColor(uv);
  vec2 p = uv - vec2(0.5);
  vec2 q = folded(p, spin * progress * 6.2831853);
  float reach = (1.0 - open) * 0.75;
  float angle = atan(q.y, q.x) * 0.1;
  vec2 at = length(p) < reach ? q + 0.5 : uv;
  float seen = length(p) < reach ? clamp(progress + angle, 0.0, 1.0) : step(0.5, progress);
  return mix(getFromColor(at), getToColor(at), seen);
}
