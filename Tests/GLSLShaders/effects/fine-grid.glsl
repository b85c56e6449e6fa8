// SPDX-License-Identifier: MIT
// A floor of tiles whose lines stay one pixel wide however far they are.
// Covers: fwidth, dFdx, dFdy, division towards a horizon, derivatives of a value computed before a branch
// Chaotic: derivatives are differences of neighbours, as rough as the player likes

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  float deep = 1.0 / max(0.6 - p.y, 0.05);
  vec2 floor_at = vec2(p.x * deep, deep + iTime * 0.4) * 3.0;
  vec2 width = fwidth(floor_at);
  vec2 slope = vec2(dFdx(floor_at.x), dFdy(floor_at.y));
  vec2 line = 1.0 - smoothstep(vec2(0.0), width * 1.5, abs(fract(floor_at - 0.5) - 0.5));
  float shade = clamp(1.0 - length(slope) * 0.4, 0.0, 1.0);
  vec3 color = mix(vec3(0.12, 0.13, 0.2), vec3(0.2, 0.9, 1.0), max(line.x, line.y) * shade);
  if (p.y > 0.55) color = vec3(0.5, 0.3, 0.5) * (1.5 - p.y);
  fragColor = vec4(color, 1.0);
}
