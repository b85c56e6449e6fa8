// SPDX-License-Identifier: MIT
// A soft edge at any angle crosses the picture, from the corner that it meets first to the last.
// Covers: normalize, dot, abs, sign, vec2 default, default in a comment before the semicolon, comment after a default
// Ends: exact

uniform vec2 heading /* = vec2(2.0, -1.0) */;
uniform float feather /* = 0.1 of the way */;

vec4 transition(vec2 uv) {
  vec2 ahead = normalize(heading);
  float half_way = 0.5 * dot(abs(ahead), vec2(1.0));
  float at = 0.5 + 0.5 * dot(uv - 0.5, ahead) / half_way;
  float edge = progress * (1.0 + feather);
  float seen = clamp((edge - at) / feather, 0.0, 1.0) * sign(progress);
  vec4 old = getFromColor(uv);
  return old * (1.0 - seen) + getToColor(uv) * seen;
}
