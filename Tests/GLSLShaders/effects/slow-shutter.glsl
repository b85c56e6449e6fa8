// SPDX-License-Identifier: MIT
// Columns of the picture rise and fall one after the other, each on its own ease.
// Covers: iGlobalTime (the older name of iTime), a helper named transition, a bias that counts for nothing

float transition(float t) { return t * t * (3.0 - 2.0 * t); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord.xy / iResolution.xy;
  float column = floor(uv.x * 9.0);
  float t = abs(fract(iGlobalTime * 0.25 + column / 9.0) * 2.0 - 1.0);
  uv.y += (transition(t) - 0.5) * 0.3;
  vec3 color = texture2D(iChannel0, uv, -100.0).rgb;
  fragColor = vec4(color * mix(0.6, 1.0, transition(t)), 1.0);
}
