// SPDX-License-Identifier: MIT
// Bad: the '#ifdef' has no '#endif'.
// Mesa: refuses

#ifdef GL_ES // here
precision mediump float;

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
