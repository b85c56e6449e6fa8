// SPDX-License-Identifier: MIT
// The second picture falls from above, bounces as a ball does, and throws a shadow on the first.
// Covers: data-dependent exit of a loop, sqrt, several scalars in one declaration, const global with an expression, if with else
// Ends: exact

uniform float bounce; // = 0.5 how much of the speed is kept
uniform vec3 shade; // = vec3(0.0)

const float START = 1.0, SHARE = START * 0.34;

float height(float t) {
  float last = SHARE, hop = SHARE;
  if (t < last) return START - t * t / (SHARE * SHARE);
  for (int i = 0; i < 6; i++) {
    hop *= bounce;
    if (t < last + 2.0 * hop) {
      float x = (t - last - hop) / SHARE;
      return hop * hop / (SHARE * SHARE) - x * x;
    }
    last += 2.0 * hop;
  }
  return 0.0;
}

vec4 transition(vec2 uv) {
  float y = progress >= 1.0 ? 0.0 : height(progress);
  float inside = uv.y - y;
  if (inside >= 0.0 && progress > 0.0) return getToColor(vec2(uv.x, inside));
  vec4 under = getFromColor(uv);
  float near = sqrt(clamp(1.0 + inside * 8.0, 0.0, 1.0)) * smoothstep(0.0, 0.1, progress);
  return vec4(mix(under.rgb, shade, near * 0.6), under.a);
}
