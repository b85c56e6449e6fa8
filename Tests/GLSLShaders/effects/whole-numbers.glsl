// SPDX-License-Identifier: MIT
// Fields of colour that only come out right if ints are.
// Covers: int division towards zero, % of positive ints, overflow that wraps, & | ^ ~ and compound bit operators, shifts of negatives, uint from a negative int, int of a float towards zero, bool to int, intBitsToFloat, floatBitsToInt, abs sign min max clamp of ints

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ivec2 p = ivec2((fragCoord - 0.5 * iResolution.xy) / iResolution.y * 40.0);
  int halves = p.x / 2 - p.y / 3;
  int wrapped = p.x * 1103515245 + p.y * 12345 + 2147483647;
  int bits = (p.x & 7) | (p.y << 3);
  bits ^= ~p.x & 0x55;
  bits |= 1 << (abs(p.y) % 5);
  bits &= 0xff;
  int down = (-16 - abs(p.x)) >> 2;
  uint large = uint(-1 - abs(p.y)) / 3u;
  int exponent = (floatBitsToInt(float(abs(p.x) + 1)) >> 23) - 127;
  float half_ = intBitsToFloat(0x3f000000);
  ivec3 limited = clamp(ivec3(p, sign(p.x)), ivec3(-3), ivec3(3));
  int sum = halves + down + int(large >> 26) + exponent + limited.x * limited.y + int(p.x > p.y);
  sum = min(max(sum, -40), 40);
  fragColor = vec4(
    float(bits) / 255.0, float((wrapped >> 16) & 255) / 255.0, half_ + float(sum) / 80.0, 1.0);
}
