// SPDX-License-Identifier: MIT
// Stars in five layers fly past.
// Covers: for with a float counter and a fractional step, float counter in expressions, mod of time, exp, += in nested ifs
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

float chance(vec2 p) { return fract(sin(dot(p, vec2(53.7, 97.3))) * 9811.31); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  vec3 sum = vec3(0.01, 0.01, 0.03);
  for (float layer = 0.0; layer < 1.0; layer += 0.2) {
    float near = fract(layer + iTime * 0.1);
    vec2 q = p * mix(18.0, 0.6, near) + layer * 71.0;
    vec2 cell = floor(q);
    float here = chance(cell);
    if (here > 0.6) {
      vec2 at = vec2(chance(cell + 3.1), chance(cell + 7.7)) * 0.8 + 0.1;
      float d = length(fract(q) - at);
      float glow = exp(-d * 22.0) * near * smoothstep(1.0, 0.8, near);
      if (here > 0.9) glow *= 2.0;
      sum += glow * mix(vec3(0.7, 0.8, 1.0), vec3(1.0, 0.8, 0.6), chance(cell + 1.7)) * 2.0;
    }
  }
  fragColor = vec4(sum, 1.0);
}
