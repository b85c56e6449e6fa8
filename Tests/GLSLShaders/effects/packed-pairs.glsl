// SPDX-License-Identifier: MIT
#version 300 es
// The picture after a stay in 16 bits: each third of it keeps pairs of numbers in another way.
// Covers: numbers packed in pairs, a read by projection with an offset, a read with slopes and an offset

uniform float depth; // = 40.0

vec2 kept(vec2 pair, int way) {
  if (way == 0) return unpackUnorm2x16(packUnorm2x16(pair) & 0xff00ff00u);
  if (way == 1) return unpackSnorm2x16(packSnorm2x16(pair - 0.5) & 0xff00ff00u) + 0.5;
  return unpackHalf2x16(packHalf2x16(pair * depth) & 0xffe0ffe0u) / depth;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec4 near = textureProjOffset(iChannel0, vec3(uv * 2.0, 2.0), ivec2(1, 0));
  vec4 far = textureGradOffset(iChannel0, uv, vec2(0.0), vec2(0.0), ivec2(-1, 1));
  int way = int(floor(uv.x * 3.0));
  vec2 first = kept(near.rg, way), second = kept(vec2(far.b, uv.y), way);
  fragColor = vec4(first, second.x * 0.5 + second.y * 0.5, 1.0);
}
