// SPDX-License-Identifier: MIT
// A lattice of bars; parts of vectors are turned in place.
// Covers: swizzle as an inout argument, swizzle and array element as out arguments, the same variable for two parameters, parameter that is changed inside without effect outside, early return with out parameters set, compound assignment of a vector by a matrix, void function with return

void turn(inout vec2 p, float a) {
  p = cos(a) * p + sin(a) * vec2(p.y, -p.x);
}

void halves(float x, out float low, out float high) {
  low = x * 0.5;
  high = x - low;
  if (x < 0.0) return;
  x *= 100.0;
  high = low + fract(x * 0.01) * 0.5;
}

void swapped(inout float a, inout float b) {
  float kept = a;
  a = b;
  b = kept;
}

float added(float a, inout float b) {
  b += a;
  return b;
}

float bars(vec3 p) {
  p = abs(fract(p) - 0.5);
  swapped(p.x, p.z);
  return min(max(p.x, p.y), min(max(p.y, p.z), max(p.z, p.x))) - 0.06;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec3 ray = normalize(vec3((2.0 * fragCoord - iResolution.xy) / iResolution.y, 1.5));
  turn(ray.xz, 0.4 + iTime * 0.1);
  turn(ray.zy, 0.3);
  ray.xy *= mat2(0.8, 0.6, -0.6, 0.8);
  vec3 from = vec3(0.0, 0.0, iTime * 0.3);
  float far = 0.02, parts[2];
  for (int i = 0; i < 48 && far < 12.0; i++) {
    float step_ = bars(from + ray * far);
    if (step_ < 0.002) break;
    added(step_ * 0.8, far);
  }
  halves(far * 0.2, parts[0], parts[1]);
  vec4 color = vec4(1.0);
  halves(exp(-far * 0.3), color.b, color.r);
  color.g = added(parts[0] * 0.1, color.b) + parts[1] * 0.05;
  fragColor = color;
}
