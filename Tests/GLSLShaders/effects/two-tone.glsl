// SPDX-License-Identifier: MIT
// The picture in black and white, with an ordered pattern of dots.
// Covers: const int array with a constructor, computed index, integer remainder, bit shifts, texelFetch, int conversions

const int order[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ivec2 at = ivec2(fragCoord) >> 1;
  vec2 place = (vec2(at) * 2.0 + 1.0) / iResolution.xy;
  ivec2 size = textureSize(iChannel0, 0);
  vec3 c = texelFetch(iChannel0, min(ivec2(place * vec2(size)), size - 1), 0).rgb;
  float level = (float(order[(at.y % 4) * 4 + at.x % 4]) + 0.5) / 16.0;
  float lit = dot(c, vec3(0.2126, 0.7152, 0.0722)) > level ? 1.0 : 0.0;
  fragColor = vec4(mix(vec3(0.13, 0.11, 0.18), vec3(0.93, 0.9, 0.8), lit), 1.0);
}
