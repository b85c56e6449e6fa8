// SPDX-License-Identifier: MIT
// Bad: there is no function 'smothstep' (did you mean 'smoothstep'?).
// Mesa: refuses

vec4 transition(vec2 uv) {
  float t = smothstep(0.2, 0.8, progress); // here
  return mix(getFromColor(uv), getToColor(uv), t);
}
