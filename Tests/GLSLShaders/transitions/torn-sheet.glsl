// SPDX-License-Identifier: MIT
// The sheet is torn, and through the tear one sees nothing before the second picture comes.
// Covers: alpha 0, returns without any read, sum of sines, else branches with returns
// Ends: exact

uniform float gap; // = 0.3

vec4 transition(vec2 uv) {
  float ragged = 0.03 * sin(uv.y * 40.0) + 0.015 * sin(uv.y * 113.0 + 1.3);
  float x = uv.x + ragged;
  float first = mix(-0.1, 1.1 + gap, progress);
  float second = first - gap * sin(3.14159265 * progress);
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  if (x > first) {
    return getFromColor(uv);
  } else if (x < second) {
    return getToColor(uv);
  } else {
    return vec4(0.0);
  }
}
