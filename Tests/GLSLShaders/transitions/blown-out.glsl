// SPDX-License-Identifier: MIT
// The first picture is overexposed until it is white, and the second one comes out of that.
// Covers: leaves 0..1 far above and below before clamping, exp, alpha above 1 before clamping, loads at uv only
// Ends: exact

uniform float stops; // = 4.0

vec4 transition(vec2 uv) {
  float light = exp(stops * 2.0 * min(progress, 1.0 - progress) * 0.6931472);
  vec4 a = getFromColor(uv) * light;
  vec4 b = getToColor(uv) * light - vec4(0.2) * (1.0 - progress) * progress;
  return mix(a, b, step(0.5, progress) * progress + step(progress, 0.5) * progress * progress * 2.0);
}
