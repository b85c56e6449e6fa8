// SPDX-License-Identifier: MIT
// Bad: 'deeper' calls itself; GLSL has no recursion.
// Mesa: refuses

float deeper(float x) {
  return x < 0.01 ? x : deeper(x * 0.5); // here
}

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), deeper(progress));
}
