// SPDX-License-Identifier: MIT
// Like sand, but the hash takes uv as it is: one unit in its last place changes the picture.
// Covers: sine hash of raw uv, needs exactly rounded uv, default //= without a space, mix by a bool as float
// Ends: exact
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

uniform float scale; //=1.0

float hash(in vec2 p) {
  vec2 q = p * scale;
  return fract(sin(q.x * 139.3 + q.y * 287.9) * 43758.5453123);
}

vec4 transition(vec2 uv) {
  bool gone = hash(uv) < progress;
  return mix(getFromColor(uv), getToColor(uv), float(gone));
}
