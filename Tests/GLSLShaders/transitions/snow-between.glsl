// SPDX-License-Identifier: MIT
// A switch of channels with snow and rolling bars; the ends keep a little snow.
// Covers: breaks the law of the ends, sine hash of products, values outside 0..1, noise that depends on progress
// Ends: neither
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

float snow(vec2 p, float t) {
  return fract(sin(dot(p + t, vec2(12.17, 4.1414))) * 43758.5453);
}

vec4 transition(vec2 uv) {
  float flake = snow(floor(uv * vec2(320.0, 180.0)), progress * 7.0);
  float bar = sin(uv.y * 9.0 + progress * 30.0) * 0.15;
  float much = 0.08 + 0.9 * (1.0 - abs(2.0 * progress - 1.0));
  vec4 color = progress < 0.5 ? getFromColor(uv) : getToColor(uv);
  return mix(color, vec4(vec3(flake * 1.2 - 0.1 + bar), 1.0), much);
}
