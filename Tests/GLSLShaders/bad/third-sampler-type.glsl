// SPDX-License-Identifier: MIT
// Bad: there are samplers of pictures (sampler2D), none of cubes.
// Mesa: accepts

uniform samplerCube room; // here

vec4 transition(vec2 uv) {
  return textureCube(room, vec3(uv, 1.0)) * progress;
}
