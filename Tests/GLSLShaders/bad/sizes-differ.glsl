// SPDX-License-Identifier: MIT
// Bad: a vec2 and a vec3 cannot be added.
// Mesa: refuses

vec4 transition(vec2 uv) {
  vec3 sum = uv + vec3(1.0); // here
  return vec4(sum, 1.0);
}
