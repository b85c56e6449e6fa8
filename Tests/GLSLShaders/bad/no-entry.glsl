// SPDX-License-Identifier: MIT
// Bad: there is neither 'vec4 transition(vec2)' nor 'void mainImage(out vec4, in vec2)'.
// Mesa: refuses

vec4 transit(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
