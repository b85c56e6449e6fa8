// SPDX-License-Identifier: MIT
// Bad: the shader's own words: "this needs a newer player".
// Mesa: refuses

#if __VERSION__ < 900
#error this needs a newer player // here
#endif

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
