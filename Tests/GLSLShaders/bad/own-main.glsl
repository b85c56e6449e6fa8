// SPDX-License-Identifier: MIT
// Bad: 'main' is the player's own; a transition has none.
// Mesa: refuses

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}

void main() { // here
  gl_FragColor = transition(vec2(0.5));
}
