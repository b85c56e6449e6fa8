// SPDX-License-Identifier: MIT
// The picture collapses to a line and a dot, as old sets did, and the second one grows from them.
// Covers: division by what may be 0, early returns, inverse proportions, clamp, tan
// Ends: exact

vec4 collapsed(vec2 uv, float t, bool second) {
  float tall = clamp(1.0 - t * 1.6, 0.0, 1.0);
  float wide = clamp(2.2 - t * 2.4, 0.0, 1.0);
  vec2 p = (uv - 0.5) / vec2(wide, max(tall, 0.004)) + 0.5;
  if (!(p.x >= 0.0 && p.x <= 1.0) || p.y < 0.0 || p.y > 1.0) return vec4(0.0, 0.0, 0.0, 1.0);
  vec4 color = second ? getToColor(p) : getFromColor(p);
  float beam = tan(min(t, 0.95) * 1.2);
  return color + vec4(vec3(beam), 0.0);
}

vec4 transition(vec2 uv) {
  if (progress < 0.5) return collapsed(uv, progress * 2.0, false);
  return collapsed(uv, 2.0 - progress * 2.0, true);
}
