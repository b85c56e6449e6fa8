// SPDX-License-Identifier: MIT
// Lines of the picture jump sideways as with a bad signal.
// Covers: variable named like a function that it is made by, sine hash by rows, parameters that are changed inside, out parameter
// Ends: exact
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

uniform float lines; // = 60.0
uniform float jump; // = 0.2

float noise(float row) {
  row = floor(row) * 0.1537;
  return fract(sin(row * 91.17) * 43758.5453);
}

void shake(vec2 p, float force, out vec2 red, out vec2 blue) {
  float noise = noise(p.y * lines + floor(progress * 24.0) * 17.0);
  float push = (noise - 0.5) * step(0.65, noise) * force;
  red = p + vec2(push, 0.0);
  blue = p - vec2(push * 0.5, 0.0);
}

vec4 transition(vec2 uv) {
  float force = jump * (1.0 - abs(2.0 * progress - 1.0));
  vec2 red, blue;
  shake(uv, force, red, blue);
  float part = step(0.5, progress);
  vec4 a = mix(getFromColor(red), getToColor(red), part);
  vec4 b = mix(getFromColor(blue), getToColor(blue), part);
  return vec4(a.r, a.g, b.b, a.a);
}
