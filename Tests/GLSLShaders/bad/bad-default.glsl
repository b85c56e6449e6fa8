// SPDX-License-Identifier: MIT
// Bad: the default of 'speed' is no number.
// Mesa: accepts

uniform float speed; // = fast, here

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress * speed);
}
