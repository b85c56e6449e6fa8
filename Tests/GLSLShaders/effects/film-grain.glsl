// SPDX-License-Identifier: MIT
// Grain that is new in every frame, stronger in the shadows.
// Covers: iFrame, integer hash with unsigned overflow, uvec3, shifts and xor, uint to float, normal distribution by a sum

uint mixed(uvec3 v) {
  uint h = v.x * 0x8DA6B343u ^ v.y * 0xD8163841u ^ v.z * 0xCB1AB31Fu;
  h ^= h >> 14;
  h *= 0x3D4F2A95u;
  h ^= h >> 12;
  h *= 0x51C86E0Bu;
  return h ^ (h >> 15);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec4 color = texture(iChannel0, fragCoord / iResolution.xy);
  float sum = 0.0;
  for (uint i = 0u; i < 4u; i++) {
    sum += float(mixed(uvec3(uvec2(fragCoord), uint(iFrame) * 4u + i)) >> 8) / 16777216.0;
  }
  float grain = (sum - 2.0) * 0.12 * (1.2 - dot(color.rgb, vec3(0.3333)));
  fragColor = vec4(color.rgb + grain, color.a);
}
