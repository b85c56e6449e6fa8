// SPDX-License-Identifier: MIT
// Slow waves of colour.
// Covers: generator, iTime, iResolution, sin of vectors, length, swizzles of swizzles, 0 fetches

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  float a = sin(p.x * 3.0 + iTime) + sin(p.y * 2.3 - iTime * 0.7);
  float b = sin(length(p - vec2(sin(iTime * 0.4), 0.3)) * 5.0 - iTime);
  vec3 color = 0.5 + 0.5 * sin(vec3(0.0, 2.1, 4.2).zyx + (a + b) * 1.4 + p.xyx);
  fragColor = vec4(color, 1.0);
}
