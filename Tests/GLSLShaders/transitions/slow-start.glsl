// SPDX-License-Identifier: MIT
// A wipe whose edge follows a curve that is solved anew for every pixel, from uniforms alone.
// Covers: thousands of operations that depend on uniforms alone, worth to be computed once; loop with an exit that depends on data
// Ends: exact

uniform float stiffness; // = 60.0
uniform float damping; // = 9.0

float spring(float t) {
  float x = 0.0, v = 0.0, time = 0.0;
  for (int i = 0; i < 400; i++) {
    if (time >= t) break;
    float pull = stiffness * (1.0 - x) - damping * v;
    v += pull * 0.0025;
    x += v * 0.0025;
    time += 0.0025;
  }
  return x;
}

vec4 transition(vec2 uv) {
  float edge = mix(spring(progress), progress, progress * progress);
  return uv.x < edge ? getToColor(vec2(uv.x + 1.0 - max(edge, 1.0), uv.y)) : getFromColor(uv);
}
