// SPDX-License-Identifier: MIT
// Bad: 'xg' mixes the letters xyzw and rgba.
// Mesa: refuses

vec4 transition(vec2 uv) {
  vec4 color = getFromColor(uv);
  color.xg = uv; // here
  return mix(color, getToColor(uv), progress);
}
