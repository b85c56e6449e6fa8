// SPDX-License-Identifier: MIT
// Flames eat the first picture: sums of sines and noise, some two thousand operations a pixel.
// Covers: about 1,900 operations, nested loops with a float counter, pow, sine hash in a loop, mutable locals over loops, colour above 1
// Ends: exact
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

uniform float heat; // = 1.4
uniform vec3 flame; // = vec3(1.6, 0.55, 0.1)

float spark(vec2 p) {
  return fract(sin(dot(p, vec2(27.17, 61.41))) * 43758.5453);
}

float smoke(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  vec2 s = f * f * (3.0 - 2.0 * f);
  float bottom = mix(spark(i), spark(i + vec2(1.0, 0.0)), s.x);
  float top = mix(spark(i + vec2(0.0, 1.0)), spark(i + 1.0), s.x);
  return mix(bottom, top, s.y);
}

float edge_of_fire(vec2 p) {
  float sum = 0.0;
  float size = 2.0;
  for (float octave = 1.0; octave < 6.5; octave += 1.0) {
    vec2 bend = vec2(0.0);
    for (int k = 0; k < 4; k++) {
      float turn = float(k) * 1.7 + octave;
      bend += vec2(sin(p.y * size * 0.7 + turn), cos(p.x * size * 0.6 - turn)) * 0.18;
      bend += 0.1 * smoke(p * size + bend + turn);
    }
    sum += smoke(p * size + bend) / size;
    size *= 1.9;
  }
  return sum;
}

vec4 transition(vec2 uv) {
  vec2 p = uv * vec2(ratio, 1.0) * 3.0;
  float fuel = clamp(edge_of_fire(p) * 0.9, 0.0, 1.0) * 0.55 + uv.y * 0.35;
  float front = mix(-0.15, 1.1, progress);
  float off = fuel - front;
  float burnt = 1.0 - smoothstep(-0.02, 0.02, off);
  float glow = pow(max(0.0, 1.0 - abs(off) * 7.0), 3.0) * heat;
  glow *= smoothstep(0.0, 0.05, progress) * (1.0 - smoothstep(0.95, 1.0, progress));
  burnt = progress <= 0.0 ? 0.0 : progress >= 1.0 ? 1.0 : burnt;
  vec4 color = mix(getFromColor(uv), getToColor(uv), burnt);
  return vec4(color.rgb + flame * glow, color.a);
}
