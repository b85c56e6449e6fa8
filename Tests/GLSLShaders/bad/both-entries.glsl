// SPDX-License-Identifier: MIT
// Bad: the shader has both 'transition' and 'mainImage'.
// Mesa: refuses

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) { // here
  fragColor = vec4(1.0);
}
