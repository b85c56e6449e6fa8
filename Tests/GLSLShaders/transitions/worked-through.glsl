// SPDX-License-Identifier: MIT
// Stripes drawn with every kind of assignment.
// Covers: chained assignment, compound assignment, ++ and --, comma operator, swizzle assignment, assignment inside an expression, user function that shadows texture
// Ends: exact

vec4 texture(vec2 p, float second) {
  return mix(getFromColor(p), getToColor(p), second);
}

vec4 transition(vec2 uv) {
  float a, b, c;
  a = b = c = progress;
  vec4 color = vec4(0.0), other;
  other = color = texture(uv, step(fract(uv.x * 20.0), a));
  int n = 0;
  n++, ++n;
  n--;
  color.rg = other.gr;
  color.gr = color.rg;
  float stripe = (b *= 0.5, b + 0.5) * float(n);
  color.xyz *= 1.0;
  color.zyx -= vec3(0.2) * (c *= 1.0 - c) * stripe;
  return color;
}
