// SPDX-License-Identifier: MIT
// One picture fades into the other.
// Covers: loads at uv only, mix
// Ends: exact

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
