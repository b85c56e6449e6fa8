// SPDX-License-Identifier: MIT
// The picture wobbles as in a daydream, and becomes the other one.
// Covers: function-like macros with arguments that are expressions, macro that calls a macro, texture coordinates from macros
// Ends: exact

#define WAVE(at, often) sin((at) * (often) + progress * 8.0)
#define RISE(t) ((t) * (1.0 - (t)) * 4.0)
#define MOVED(p, much) ((p) + (much) * RISE(progress) * vec2(WAVE((p).y, 21.0), WAVE((p).x + 0.5, 13.0)))

uniform float much; // = 0.02

vec4 transition(vec2 uv) {
  vec2 p = MOVED(uv, much);
  return mix(getFromColor(p), getToColor(p), smoothstep(0., 1., progress));
}
