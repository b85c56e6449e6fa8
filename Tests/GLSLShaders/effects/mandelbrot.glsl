// SPDX-License-Identifier: MIT
// Closer and closer to a valley of the Mandelbrot set.
// Covers: while with two conditions, data-dependent number of rounds per pixel, exp2, early return
// Chaotic: the set itself

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  float zoom = exp2(-1.0 - mod(iTime * 0.5, 8.0));
  vec2 c = (fragCoord - 0.5 * iResolution.xy) / iResolution.y * 4.0 * zoom + vec2(-0.743, 0.131);
  vec2 z = vec2(0.0);
  int steps = 0;
  while (steps < 200 && z.x * z.x + z.y * z.y < 16.0) {
    z = vec2(z.x * z.x - z.y * z.y + c.x, 2.0 * z.x * z.y + c.y);
    ++steps;
  }
  if (steps == 200) {
    fragColor = vec4(0.0, 0.0, 0.0, 1.0);
    return;
  }
  float tone = float(steps) / 200.0;
  fragColor = vec4(pow(tone, 0.4), tone, sqrt(tone) * 0.6, 1.0);
}
