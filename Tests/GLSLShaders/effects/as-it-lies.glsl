// SPDX-License-Identifier: MIT
#extension GL_OES_standard_derivatives : enable
#pragma optimize(on)
// Rings round the middle, made of gl_FragCoord alone.
// Covers: gl_FragCoord, #extension with enable, #pragma, #line, #define with an empty body, # alone in a line, __LINE__, GL_FRAGMENT_PRECISION_HIGH

#
#define NOTHING
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#line 100
NOTHING const int line = __LINE__ NOTHING;

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  float far = length(gl_FragCoord.xy - 0.5 * iResolution.xy) / iResolution.y;
  bool same = all(equal(gl_FragCoord.xy, fragCoord));
  float ring = 0.5 + 0.5 * cos(far * 40.0 - iTime * 2.0);
  fragColor = vec4(same ? ring : 0.0, ring * far, line == 100 ? 0.4 : 0.0, 1.0);
}
