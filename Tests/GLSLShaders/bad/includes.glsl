// SPDX-License-Identifier: MIT
// Bad: '#include' is not allowed: a shader is one file.
// Mesa: refuses

#include "/etc/passwd" // here

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), progress);
}
