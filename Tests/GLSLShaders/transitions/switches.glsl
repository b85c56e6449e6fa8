// SPDX-License-Identifier: MIT
// Quarters of the picture come in from where switches say.
// Covers: vec2 from a float and a bool, vec4 from bools, float times a bool's number, bvec2 uniform, bool operators ^^ || !
// Ends: exact

uniform bool fromLeft; // = 1
uniform bool fromBelow; // = false

vec4 transition(vec2 uv) {
  vec2 side = vec2(1.0, fromBelow);
  vec2 sign_ = vec2(fromLeft ? 1.0 : -1.0, side.y * 2.0 - 1.0);
  bool left = uv.x < 0.5, low = uv.y < 0.5;
  vec4 marks = vec4(left, low, left ^^ low, !left || low);
  float late = dot(marks, vec4(0.1, 0.2, 0.3, 0.1));
  float t = clamp(progress * 1.7 - late, 0.0, 1.0);
  vec2 p = uv + sign_ * (1.0 - t) * vec2(1.0, 0.0);
  if (p.x < 0.0 || p.x > 1.0) return getFromColor(uv);
  return t <= 0.0 ? getFromColor(uv) : getToColor(p);
}
