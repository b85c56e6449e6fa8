// SPDX-License-Identifier: MIT
// Dark corners and a breath of warmth.
// Covers: one fetch at the pixel's own place, inversesqrt, operations on half of a vector, vec4 alpha kept

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec4 color = texture(iChannel0, uv);
  vec2 p = uv * 2.0 - 1.0;
  float fall = inversesqrt(1.0 + 1.2 * dot(p, p) * dot(p, p));
  color.rgb *= fall;
  color.rb += vec2(0.03, -0.03) * color.g;
  fragColor = color;
}
