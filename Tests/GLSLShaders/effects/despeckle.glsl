// SPDX-License-Identifier: MIT
// The median of nine pixels takes specks away.
// Covers: inout function on array elements, array of vec3, sorting network by nested loops, min and max of vectors, loop bounds that depend on an outer counter

void order(inout vec3 a, inout vec3 b) {
  vec3 low = min(a, b);
  b = max(a, b);
  a = low;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec3 near[9];
  for (int i = 0; i < 9; i++) {
    vec2 off = vec2(i % 3 - 1, i / 3 - 1);
    near[i] = texture(iChannel0, (fragCoord + off) / iResolution.xy).rgb;
  }
  for (int end = 8; end > 3; end--) {
    for (int i = 0; i < end; i++) order(near[i], near[i + 1]);
  }
  fragColor = vec4(near[4], 1.0);
}
