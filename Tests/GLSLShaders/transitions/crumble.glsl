// SPDX-License-Identifier: MIT
// Pixels grow to blocks by doubling, the pictures change over among them, and the blocks are halved again.
// Covers: ceil, exp2, log2, ivec2 default, division of ints, if with an early return, reads that are not at uv
// Ends: exact

uniform ivec2 fewest; // = ivec2(10, 6)
uniform int doublings; // = 7

vec2 block_at(vec2 p, float level) {
  vec2 many = vec2(fewest) * exp2(level);
  return (ceil(p * many) - 0.5) / many;
}

vec4 transition(vec2 uv) {
  float rest = abs(progress - 0.5) * 2.0;
  if (rest == 1.0) return progress == 0.0 ? getFromColor(uv) : getToColor(uv);
  int half_of_them = doublings / 2;
  float level = ceil(rest * float(doublings));
  float coarse = level - log2(float(half_of_them) + 1.0) * (1.0 - rest);
  vec2 a = block_at(uv, max(coarse, 0.0)), b = block_at(uv, level);
  return mix(getFromColor(a), getToColor(b), smoothstep(0.35, 0.65, progress));
}
