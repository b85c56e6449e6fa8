// SPDX-License-Identifier: MIT
// Rings run out from where a stone fell, while one picture fades into the other.
// Covers: sin, cos, exp, dependent read, uniform used as a frequency, divide by a length
// Ends: exact

uniform float rings; // = 40.0
uniform float height; // = 0.03

vec4 transition(vec2 uv) {
  vec2 out_of = uv - vec2(0.5);
  float far = length(out_of) + 1e-5;
  float swell = progress * (1.0 - progress) * 4.0;
  float wave = sin(far * rings - progress * 20.0) * exp(-far * 3.0);
  vec2 moved = uv + out_of / far * wave * height * swell;
  float shade = 1.0 + 0.6 * cos(far * rings - progress * 20.0) * swell * exp(-far * 4.0);
  vec4 color = mix(getFromColor(moved), getToColor(moved), smoothstep(0.2, 0.8, progress));
  return vec4(color.rgb * shade, color.a);
}
