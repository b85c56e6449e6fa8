// SPDX-License-Identifier: MIT
// Drops that flow together.
// Covers: array of structs, struct constructor, array filled in a loop and read in another, struct parameter

struct Drop {
  vec2 at;
  float radius;
  vec3 tint;
};

float pull(Drop drop, vec2 p) {
  vec2 off = p - drop.at;
  return drop.radius * drop.radius / (dot(off, off) + 1e-4);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  Drop drops[6];
  for (int i = 0; i < 6; i++) {
    float n = float(i), t = iTime * (0.5 + 0.13 * n) + n * 1.9;
    drops[i] = Drop(
      vec2(1.1 * sin(t), 0.7 * cos(t * 1.3)), 0.16 + 0.03 * n,
      0.5 + 0.5 * cos(n + vec3(0.0, 2.0, 4.0)));
  }
  float sum = 0.0;
  vec3 tint = vec3(0.0);
  for (int i = 0; i < 6; i++) {
    float f = pull(drops[i], p);
    sum += f;
    tint += drops[i].tint * f;
  }
  float inside = smoothstep(0.9, 1.0, sum);
  float rim = smoothstep(1.0, 1.6, sum);
  fragColor = vec4(mix(vec3(0.05, 0.06, 0.1), tint / sum * (0.5 + 0.5 * rim), inside), 1.0);
}
