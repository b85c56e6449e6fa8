// SPDX-License-Identifier: MIT
// Bad: 'ping' and 'pong' call each other; GLSL has no recursion.
// Mesa: refuses

float pong(float x);
float ping(float x) { return x > 1.0 ? 1.0 : pong(x + 0.1); } // here
float pong(float x) { return x > 1.0 ? 1.0 : ping(x + 0.2); }

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), ping(progress));
}
