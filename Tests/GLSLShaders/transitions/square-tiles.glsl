// SPDX-License-Identifier: MIT
// Tiles that are square in any frame swell until they touch.
// Covers: global initialised from ratio and a uniform, global made of another global, default with spaces before the equals sign
// Ends: exact

uniform float rows;    //   =   9.0

vec2 grid = vec2(floor(rows * ratio + 0.5), rows);
vec2 tile = 1.0 / grid;
float swollen = progress * 0.72;

vec4 transition(vec2 uv) {
  vec2 inside = fract(uv * grid) - 0.5;
  vec2 middle = (floor(uv * grid) + 0.5) * tile;
  float late = distance(middle, vec2(0.5)) * 0.2;
  float t = swollen * (1.0 + 2.0 * late) - late * 0.2;
  float box = max(abs(inside.x), abs(inside.y));
  return box < t ? getToColor(uv) : getFromColor(uv);
}
