// SPDX-License-Identifier: MIT
// Bad: 'imageStore' writes pictures, which a shader may not here.
// Mesa: refuses

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  imageStore(iChannel0, ivec2(fragCoord), vec4(1.0)); // here
  fragColor = vec4(1.0);
}
