// SPDX-License-Identifier: MIT
// The picture chiselled into stone.
// Covers: textureSize, texelFetch with clamped coordinates, ivec2 arithmetic, clamp of ivec2, textureLod

vec3 at(ivec2 p) {
  ivec2 last = textureSize(iChannel0, 0) - ivec2(1);
  return texelFetch(iChannel0, clamp(p, ivec2(0), last), 0).rgb;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ivec2 p = ivec2(fragCoord / iResolution.xy * vec2(textureSize(iChannel0, 0)));
  vec3 relief = at(p + ivec2(-1, 1)) - at(p + ivec2(1, -1));
  float light = 0.5 + dot(relief, vec3(0.5));
  vec3 color = textureLod(iChannel0, fragCoord / iResolution.xy, 0.0).rgb;
  fragColor = vec4(vec3(light) * mix(vec3(0.8, 0.75, 0.68), color, 0.25) * 1.4, 1.0);
}
