// SPDX-License-Identifier: MIT
// A wipe among code of which nothing is seen.
// Covers: dead code, unused functions and uniforms, branches on constants, overwritten values, unused loop of 64 reads
// Ends: exact

#define DEBUG 0
#if DEBUG == 1 && defined(GL_ES)
#error "nobody gets here"
#elif DEBUG
  what stands here is no GLSL at all
#else
const bool quiet = true;
#endif

uniform float never; // = 3.0

float unused(float x) { return x > 1.0 ? sin(x) * never : cos(x); }

vec4 transition(vec2 uv) {
  vec4 waste = vec4(0.0);
  for (int i = 0; i < 64; i++) waste += getFromColor(uv + float(i) * 0.01);
  if (!quiet) return waste;
  float edge = unused(0.0) * 0.0 + progress;
  edge = progress;
  waste *= 0.0;
  if (false) discard;
  return uv.y < edge ? getToColor(uv) : getFromColor(uv);
}
