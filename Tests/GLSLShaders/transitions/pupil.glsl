// SPDX-License-Identifier: MIT
// A pupil opens: round whatever the shape of the frame.
// Covers: ratio, length, early return, local shadows a uniform and is initialised from it
// Ends: exact

uniform vec2 middle; // = vec2(0.5)
uniform float softness; // = 0.04

vec4 transition(vec2 uv) {
  float softness = max(softness, 1e-4);
  vec2 square = vec2(ratio, 1.0);
  float most = length(max(middle, 1.0 - middle) * square) + softness;
  float off = length((uv - middle) * square) - progress * most;
  if (off >= 0.0) return getFromColor(uv);
  if (off < -softness) return getToColor(uv);
  float part = -off / softness;
  vec4 from = getFromColor(uv);
  return mix(from, getToColor(uv), part);
}
