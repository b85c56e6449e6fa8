// SPDX-License-Identifier: MIT
// A gust carries streaks of the first picture away, from the lee side to the windward side.
// Covers: reversed smoothstep, smoothstep with equal distances below 0, sine hash by row, read that is clamped at the edge
// Ends: exact

uniform float tail; // = 0.3 length of the longest streak
uniform float rows; // = 180

float chance(float row) { return fract(sin(row * 3.777 + 0.7) * 23421.631); }

vec4 transition(vec2 uv) {
  float row = floor(uv.y * rows);
  float length_ = tail * (0.2 + 0.8 * chance(row));
  float front = (1.0 - progress) * (1.0 + tail) - tail;
  float left = smoothstep(front + length_, front, uv.x);
  float dragged = (1.0 - left) * length_ * sin(3.14159265 * progress);
  if (progress <= 0.0) left = 1.0;
  if (progress >= 1.0) left = 0.0;
  return mix(getToColor(uv), getFromColor(vec2(uv.x - dragged, uv.y)), left);
}
