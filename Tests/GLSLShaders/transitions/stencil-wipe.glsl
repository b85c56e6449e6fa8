// SPDX-License-Identifier: MIT
// A third picture says by its brightness where the second one shows first.
// Covers: extra sampler2D read turned upside down, reversed smoothstep
// Ends: exact

uniform sampler2D stencil;
uniform float soft; // = 0.2

vec4 transition(vec2 uv) {
  vec4 s = texture2D(stencil, vec2(uv.x, 1.0 - uv.y));
  float order = (s.r + s.g + s.b) / 3.0;
  float edge = progress * (1.0 + 2.0 * soft) - soft;
  float seen = smoothstep(edge + soft, edge - soft, order);
  if (progress <= 0.0) seen = 0.0;
  if (progress >= 1.0) seen = 1.0;
  return mix(getFromColor(uv), getToColor(uv), seen);
}
