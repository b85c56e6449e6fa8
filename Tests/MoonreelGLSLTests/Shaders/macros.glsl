#version 300 es
#ifdef GL_ES
precision mediump float;
#endif
#define SCALE 0.5
#define SQUARE(x) ((x) * (x))
#define SUM(a, b) (a + \
  SCALE * b)
#define TWICE(f, x) f(f(x))
#if defined(SCALE) && !defined(NOTHING) && (2 * 3 == 6 || __VERSION__ < 100)
  #define GREEN SQUARE(SUM(0.25, 0.5))
#elif 1
  #error never
#else
  it is not read: ' @ $
#endif
#ifndef SCALE
  nor this
#endif

vec4 transition(vec2 uv) {
  float self = 0.25;
  #define self self + 0.25
  #define RED uv.x * SCALE
  float red = RED; /* a comment
     over lines */ float blue = TWICE(SQUARE, uv.y);
  return vec4(red, GREEN, blue + (self) * 0.1, 1.0); // the end
}
