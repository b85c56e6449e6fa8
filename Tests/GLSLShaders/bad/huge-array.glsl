// SPDX-License-Identifier: MIT
// Bad: the array has 100,000,000 entries, beyond the limit.
// Mesa: either (it takes long and much memory, so it is not asked)

float many[100000000]; // here

vec4 transition(vec2 uv) {
  many[int(uv.x * 100.0)] = progress;
  return mix(getFromColor(uv), getToColor(uv), many[3]);
}
