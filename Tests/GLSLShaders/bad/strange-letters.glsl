// SPDX-License-Identifier: MIT
// Bad: the letter 'é' cannot stand in a name.
// Mesa: refuses

vec4 transition(vec2 uv) {
  float durée = progress; // here
  return mix(getFromColor(uv), getToColor(uv), progress);
}
