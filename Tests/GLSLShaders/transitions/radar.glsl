// SPDX-License-Identifier: MIT
// A hand goes round like that of a radar and leaves the second picture behind it.
// Covers: atan of two, radians, degrees, mod, default without text, if with else if
// Ends: exact

uniform float startDegrees; // = 90.0
uniform bool clockwise; // = true

vec4 transition(vec2 uv) {
  vec2 p = uv - 0.5;
  float angle = degrees(atan(p.y, p.x)) - startDegrees;
  if (clockwise) angle = -angle;
  float turn = mod(angle, 360.0);
  float glow = 0.0;
  if (progress <= 0.0) {
    return getFromColor(uv);
  } else if (progress >= 1.0) {
    return getToColor(uv);
  } else if (turn > progress * 360.0) {
    return getFromColor(uv);
  } else {
    float behind = radians(progress * 360.0 - turn);
    glow = 0.6 * max(0.0, 1.0 - behind * 2.0);
  }
  return getToColor(uv) + vec4(vec3(0.2, 1.0, 0.4) * glow, 0.0);
}
