// SPDX-License-Identifier: MIT
#version 300 es
// Bands in a random order, written in the newer language.
// Covers: #version 300 es, uint, bit operations, switch, unsigned literals, floatBitsToUint, const array, array constructor, roundEven, trunc
// Ends: exact

precision highp float;

uniform int bands; // = 16

const float speeds[4] = float[4](1.0, 1.3, 1.7, 2.2);

uint scramble(uint n) {
  n ^= n >> 17u;
  n *= 0x5bd3c1a5u;
  n ^= n >> 13u;
  n *= 0x9d1e4f37u;
  return n ^ (n >> 16u);
}

vec4 transition(vec2 uv) {
  uint band = uint(trunc(uv.y * float(bands)));
  uint dealt = scramble(band + floatBitsToUint(1.5));
  float late = float(dealt & 0xffu) / 255.0;
  float t = clamp(progress * 2.0 - late, 0.0, 1.0);
  float way = 0.0;
  switch (int(dealt >> 30)) {
    case 0:
      way = t;
      break;
    case 1:
      way = -t;
      break;
    case 2:
      way = t * t;
    default:
      way -= t * speeds[int(dealt % 4u)];
  }
  way = clamp(way, -1.0, 1.0);
  vec2 p = uv + vec2(roundEven(way * 64.0) / 64.0, 0.0);
  if (t >= 1.0 || p.x < 0.0 || p.x > 1.0) return getToColor(uv);
  return getFromColor(p);
}
