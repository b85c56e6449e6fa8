// SPDX-License-Identifier: MIT
// Steps of a stair come in; every number is written in another way.
// Covers: .5 and 1. and 1e-3 and 2.5E+1, hexadecimal and octal ints, blocks that shadow names, a parameter named as a uniform, unary plus and minus, nested ternaries without parentheses
// Ends: exact

uniform int steps; // = 8
uniform float soft; // = 1e-3

float level(float progress, float x) {
  float t = progress;
  {
    float t = x * 1.;
    x = t + .5 - +.5;
  }
  for (int t = 0; t < 1; t++) x -= -0.;
  return x < t - 2.5E-1 ? 1. : x < t ? .75 : x < t + soft ? 5e-1 : 0.;
}

vec4 transition(vec2 uv) {
  int n = steps > 0 ? steps : 010;
  float x = floor(uv.x * float(n)) / float(0xA - 2);
  float seen = level(progress * 1.3 - 0.05, x);
  if (progress <= 0.) seen = 0.;
  if (progress >= 1.) seen = 1.;
  return mix(getFromColor(uv), getToColor(uv), seen * (uv.y < seen || seen >= 1. ? 1. : 0.));
}
