// SPDX-License-Identifier: MIT
// How long the numbers of a grid fall until they are 1.
// Covers: while with a data-dependent exit and no counter in its condition, integer division and remainder, do while, ternary on ints, uint

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ivec2 cell = ivec2(fragCoord / iResolution.y * 40.0);
  int n = 1 + cell.x + cell.y * 71 + iFrame / 10;
  int steps = 0, most = n;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    most = max(most, n);
    if (++steps > 300) break;
  }
  uint digits = 0u, left = uint(most);
  do {
    left /= 10u;
    digits++;
  } while (left > 0u);
  float t = float(steps) / 150.0;
  fragColor = vec4(t, sqrt(t) * 0.8, float(digits) / 8.0, 1.0);
}
