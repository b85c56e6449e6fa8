// SPDX-License-Identifier: MIT
// The pictures are two sides of a die that turns.
// Covers: functions with several returns, all with lessThan, division by a perspective, vec2 arithmetic, background colour
// Ends: exact

uniform float depth; // = 0.6
uniform float distance_; // = 0.25

bool on_side(vec2 p) {
  return all(lessThan(vec2(0.0), p)) && all(lessThan(p, vec2(1.0)));
}

vec2 seen(vec2 p, float lean, float hinge) {
  float x = (p.x - hinge) / max(1.0 - lean, 1e-4) + hinge;
  float deep = 1.0 + depth * lean * abs(x - hinge);
  return vec2(x, (p.y - 0.5) * deep + 0.5);
}

vec4 transition(vec2 uv) {
  float away = distance_ * sin(3.14159265 * progress);
  vec2 p = (uv - 0.5) * (1.0 + away) + 0.5;
  vec2 a = seen(p + vec2(progress, 0.0), progress, 1.0);
  vec2 b = seen(p - vec2(1.0 - progress, 0.0), 1.0 - progress, 0.0);
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  if (on_side(a)) {
    vec4 c = getFromColor(a);
    return vec4(c.rgb * (1.0 - 0.6 * progress), c.a);
  }
  if (on_side(b)) {
    vec4 c = getToColor(b);
    return vec4(c.rgb * (0.4 + 0.6 * progress), c.a);
  }
  float stripe = step(0.5, fract(uv.x * 8.0 - uv.y * 3.0 + progress));
  return vec4(vec3(0.05 + 0.03 * stripe), 1.0);
}
