// SPDX-License-Identifier: MIT
// A coil of light, in as few letters as people write it.
// Covers: parameters of other names, for with ++ in its condition and no third part, macros that hide uniforms, mat2 from one vec4, out parameter used as an accumulator, several declarations in a for

#define R iResolution.xy
#define S(a) smoothstep(.03, .0, a)

void mainImage(out vec4 o, vec2 u) {
  o = vec4(0), u = (u + u - R) / R.y;
  for (float i = 0., a; i++ < 24.;)
    a = i * .4 + iTime,
    u *= mat2(cos(.13 + vec4(0, 11, 33, 0))) * 1.02,
    o += S(abs(length(u - .5 * vec2(cos(a), sin(a))) - .1)) * (1. + cos(i * .3 + vec4(0, 2, 4, 0))) * .5;
  o.a = 1.;
}
