// SPDX-License-Identifier: MIT
// A Julia set whose constant goes round.
// Covers: data-dependent exit by break, loop counter read after the loop, log of log, complex arithmetic on vec2, iMouse as an alternative
// Chaotic: the set itself

vec2 squared(vec2 z) { return vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 z = (2.0 * fragCoord - iResolution.xy) / iResolution.y * 1.3;
  vec2 c = 0.762 * vec2(cos(iTime * 0.3 + 2.5), sin(iTime * 0.3 + 2.5));
  if (iMouse.z > 0.0) c = (2.0 * iMouse.xy - iResolution.xy) / iResolution.y;
  int i;
  for (i = 0; i < 120; i++) {
    z = squared(z) + c;
    if (dot(z, z) > 64.0) break;
  }
  float n = float(i);
  if (i < 120) n += 1.0 - log2(log2(max(dot(z, z), 4.0)) * 0.5);
  vec3 color = i == 120 ? vec3(0.02) : 0.5 + 0.5 * cos(n * 0.15 + vec3(3.0, 3.6, 4.2));
  fragColor = vec4(color, 1.0);
}
