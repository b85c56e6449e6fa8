// SPDX-License-Identifier: MIT
// A woven pattern of tiles, each of which is two numbers of 32 bits, with two bits for a pixel.
// Covers: numbers of 32 bits chosen by a condition, division of them by powers, hexadecimal numbers, a macro of macros, a remainder without %

#define BITS(high, low) (high * 0x10000 + low)
#define TILE(a, b, c, d) ivec2(BITS(a, b), BITS(c, d))

const ivec2 warp = TILE(0x1BE4, 0x6D3B, 0x0FF1, 0x2C8D);
const ivec2 weft = TILE(0xB1E5, 0x93C7, 0xF00F, 0x55A3);

int remainder(int number, int by) { return number - by * (number / by); }

float shade(int bits, int place) {
  int power = int(exp2(float(2 * place)));
  if (bits < 0) bits = bits / 2 + 0x7FFFFFFF;
  return float(remainder(bits / power, 4)) / 3.0;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 at = floor(fragCoord + iTime * vec2(2.0, 1.0));
  bool isOver = mod(floor(at.x / 4.0) + floor(at.y / 4.0), 2.0) < 1.0;
  ivec2 tile = isOver ? warp : weft;
  vec2 inside = mod(at, 4.0);
  int row = inside.y < 2.0 ? tile.x : tile.y;
  float light = shade(row, int(mod(inside.y, 2.0) * 4.0 + inside.x));
  fragColor = vec4(vec3(light) * (isOver ? vec3(0.9, 0.7, 0.5) : vec3(0.4, 0.6, 0.8)), 1.0);
}
