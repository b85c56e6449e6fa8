// SPDX-License-Identifier: MIT
// A tunnel papered with a picture.
// Covers: iChannel0 read with polar coordinates, atan of two, division by a length, fract beyond the picture, dependent read

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  p += 0.2 * vec2(sin(iTime), cos(iTime * 0.7));
  float far = max(length(p), 0.02);
  float angle = atan(p.y, p.x) / 6.2831853 + 0.5;
  vec2 paper = vec2(abs(fract(angle * 2.0) * 2.0 - 1.0), abs(fract(0.3 / far + iTime * 0.2) * 2.0 - 1.0));
  vec4 color = texture(iChannel0, paper);
  fragColor = vec4(color.rgb * smoothstep(0.0, 0.7, far), 1.0);
}
