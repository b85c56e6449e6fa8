// SPDX-License-Identifier: MIT
// A third picture is laid over while one picture gives way to the other, read by a function that is handed it.
// Covers: sampler2D as a parameter, function calls as arguments of functions, sampler handed on twice
// Ends: exact

uniform sampler2D veil;

vec4 smooth_read(sampler2D map, vec2 p) {
  return 0.5 * (texture2D(map, p - 0.01) + texture2D(map, p + 0.01));
}

vec4 laid_over(vec4 below, sampler2D map, vec2 p, float much) {
  return mix(below, smooth_read(map, p), much);
}

vec4 transition(vec2 uv) {
  float much = progress * (1.0 - progress) * 2.4;
  return laid_over(mix(getFromColor(uv), getToColor(uv), progress), veil, uv.yx, much);
}
