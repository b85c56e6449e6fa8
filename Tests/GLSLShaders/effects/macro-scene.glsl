// SPDX-License-Identifier: MIT
// A landscape of shapes that are all macros.
// Covers: function-like macros with several statements, nested macros, line continuation, #ifndef, #if with arithmetic, macro named like a function of another file, ## is not used

#ifndef SOFT
#define SOFT (1.5 / iResolution.y)
#endif
#define CIRCLE(p, px, py, r) (length((p) - vec2(px, py)) - (r))
#define BOX(p, px, py, w, h) \
  max(abs((p).x - (px)) - (w), \
      abs((p).y - (py)) - (h))
#define PAINT(d, color) \
  { \
    float seen = smoothstep(SOFT, -SOFT, d); \
    sum = mix(sum, color, seen); \
  }
#define SQR(n) ((n) * (n))
#if (2 + 3) * 2 == 10 && !defined(NIGHT)
#define SKY vec3(0.55, 0.75, 0.9)
#else
#define SKY vec3(0.05, 0.06, 0.15)
#endif

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.y;
  vec3 sum = SKY * (1.0 - 0.3 * SQR(p.y));
  PAINT(CIRCLE(p, 1.3, 0.78, 0.09), vec3(1.0, 0.9, 0.5))
  PAINT(p.y - 0.3 - 0.08 * sin(p.x * 4.0 + iTime * 0.1), vec3(0.35, 0.5, 0.3))
  for (int i = 0; i < 5; i++) {
    float x = 0.2 + 0.33 * float(i);
    PAINT(BOX(p, x, 0.32, 0.06, 0.05 + 0.03 * float(i % 3)), vec3(0.7, 0.35 + 0.1 * float(i % 2), 0.3))
    PAINT(max(abs(p.x - x) * 0.8 + p.y - 0.45 - 0.03 * float(i % 3), 0.37 - p.y), vec3(0.4, 0.15, 0.12))
  }
  fragColor = vec4(sum, 1.0);
}
